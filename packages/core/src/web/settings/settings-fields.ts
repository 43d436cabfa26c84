import { z } from "zod"
import { cardWordsOf, codesOf } from "../../contract/card-words.ts"
import { isSecretField, type SettingsView } from "../../contract/plugin-settings.ts"
import { bareOf } from "../../contract/refers-to.ts"

/** A field of a plugin's settings, as its page draws it. */
export interface SettingsField {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly shape: "text" | "number" | "yes-no" | "choice" | "secret"
  readonly options: readonly { value: string; label: string }[]
  /** Nothing typed means null. */
  readonly nullable: boolean
}

/** What the page holds while somebody types: numbers as they were written. */
export type Typed = Record<string, string | boolean>

export function settingsFields(schema: z.ZodObject): SettingsField[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const words = cardWordsOf(field)
    return {
      name,
      label: words?.label ?? name,
      hint: field.description,
      shape: shapeOf(field),
      options: codesOf(field).map((value) => ({ value, label: words?.values?.[value] ?? value })),
      nullable: field.safeParse(null).success,
    }
  })
}

export function typedOf(fields: readonly SettingsField[], { values }: SettingsView): Typed {
  return Object.fromEntries(
    fields.map(({ name, shape }) => {
      const value = values[name]
      return [name, shape === "yes-no" ? value === true : shape === "secret" ? "" : String(value ?? "")]
    }),
  )
}

/** Only what was changed is sent. What is no number goes as it was written: the server's words tell what it takes. */
export function changeOf(fields: readonly SettingsField[], changed: Partial<Typed>): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => changed[name] !== undefined)
      .map(({ name, shape, nullable }) => {
        const typed = changed[name]
        if (nullable && typed === "") return [name, null]
        const number = Number(typed)
        return [name, shape === "number" && typed !== "" && !Number.isNaN(number) ? number : typed]
      }),
  )
}

function shapeOf(field: z.ZodType): SettingsField["shape"] {
  if (isSecretField(field)) return "secret"
  const bare = bareOf(field)
  if (bare instanceof z.ZodBoolean) return "yes-no"
  if (bare instanceof z.ZodNumber) return "number"
  return bare instanceof z.ZodEnum ? "choice" : "text"
}
