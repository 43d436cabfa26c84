export interface CredentialField {
  name: string
  title: string
  hint: string | null
  kind: "key" | "address" | "choice" | "text"
  required: boolean
  /** What a field of kind `choice` takes. */
  choices: readonly string[]
  /** What the driver takes where nothing is chosen. */
  standard: string | null
}

/** What a driver's JSON schema asks for, in its order. What is no text has no field: no driver asks for it. */
export function credentialFields(schema: Readonly<Record<string, unknown>>): CredentialField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries((schema.properties ?? {}) as Record<string, SchemaProperty>)
    .filter(([, property]) => property.type === "string" || property.enum)
    .map(([name, property]) => ({
      name,
      title: property.title ?? name,
      hint: property.description ?? null,
      kind: kindOf(name, property),
      required: required.includes(name),
      choices: property.enum?.map(String) ?? [],
      standard: property.default === undefined ? null : String(property.default),
    }))
}

interface SchemaProperty {
  type?: string
  title?: string
  description?: string
  secret?: boolean
  format?: string
  enum?: readonly unknown[]
  default?: unknown
}

function kindOf(name: string, { secret, format, enum: choices }: SchemaProperty): CredentialField["kind"] {
  // The key by its name as well: it must never be drawn in clear because a schema forgot to say so.
  if (secret || name === "apiKey") return "key"
  if (choices) return "choice"
  return format === "uri" || name === "baseUrl" ? "address" : "text"
}
