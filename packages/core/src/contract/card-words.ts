import { z } from "zod"

/** What a proposal's card calls a field of an input, and its values where those are codes. */
export interface CardWords {
  label: string
  values?: Readonly<Record<string, string>>
}

const said = z.registry<CardWords>()

/**
 * The field in words of its own, so that every tool that takes it speaks of it in the same ones. Not part of its JSON
 * Schema. What it was given stays as it was: others may share it, and say other words of it.
 */
export function cardWords<Schema extends z.ZodType>(schema: Schema, words: CardWords): Schema {
  const spoken = schema.clone()
  said.add(spoken, words)
  return spoken
}

/** What an enumeration may be, through whatever wraps it; nothing for any other schema. */
export function codesOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  return schema instanceof z.ZodType ? codesOf((schema.def as { innerType?: unknown }).innerType) : []
}

export function cardWordsOf(schema: unknown): CardWords | undefined {
  for (let one = schema; one instanceof z.ZodType; one = (one.def as { innerType?: unknown }).innerType) {
    const words = said.get(one)
    if (words) return words
  }
  return undefined
}
