import type { ModelInfo } from "@countersign/llm"
import { pricingKey } from "./pricing-key.ts"

/**
 * The model to start with, from a provider's own list: the largest of the newest generation of the best known family.
 * Where no family is known, the dearest, else the one with the most parameters, else the first.
 */
export function smartestModel(models: readonly ModelInfo[]): string | null {
  const fit = models.filter(({ id, tools }) => tools !== false && !UNFIT.test(id))
  const ranked = (fit.length > 0 ? fit : models).map((model, index) => ({ id: model.id, rank: rankOf(model, index) }))
  ranked.sort((a, b) => compare(a.rank, b.rank))
  return ranked[0]?.id ?? null
}

/** Best first. Small siblings of a family match none, and so come after all of these. */
const FAMILIES = [
  /^claude-(opus|[\d-]+-opus)\b/,
  /^gpt-\d+(-\d+)?$/,
  /^gemini-[\d-]+-pro\b/,
  /^claude-(sonnet|[\d-]+-sonnet)\b/,
  /^grok-\d+(-\d+)?$/,
  /^(deepseek-(v|r)\d|qwen[\d-]*-max|mistral-large|llama-\d)/,
  /^gpt-4o$|^o\d$/,
]

/** Cheaper, unfinished or for something else. */
const LESSER = /mini|nano|lite|flash|haiku|small|tiny|micro|preview|beta|exp\b|-fast\b|:free|:thinking|:extended/
const UNFIT = /embed|rerank|moderation|guard|whisper|tts|dall-e|image|audio|transcribe|-ocr/i

/** Smaller is better, the first difference decides. */
function rankOf({ id, usdPerMillionTokens }: ModelInfo, index: number): number[] {
  const key = pricingKey(id)
  const lesser = LESSER.test(key) ? 1 : 0
  const family = FAMILIES.findIndex((pattern) => pattern.test(key))
  return [
    lesser,
    family === -1 ? FAMILIES.length : family,
    ...(family === -1 ? [0, 0] : generationOf(key)),
    -(usdPerMillionTokens?.output ?? 0),
    -parametersOf(key),
    index,
  ]
}

/** `claude-opus-4-8` is [-4, -8]. Longer numbers are dates, numbers before a b are sizes. */
function generationOf(key: string): [number, number] {
  const [major = 0, minor = 0] = [...key.matchAll(/(?<![\d.])\d{1,2}(?![\db])/g)].map(([digits]) => Number(digits))
  return [-major, -minor]
}

function parametersOf(key: string): number {
  return Number(/(?<!\d)(\d+)b\b/.exec(key)?.[1] ?? 0)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : a[at]! - b[at]!
}
