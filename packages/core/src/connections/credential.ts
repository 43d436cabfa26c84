import { type Driver, drivers, findDriver, type Connection as LlmConnection } from "@countersign/llm"
import { z } from "zod"
import { InvalidInputError } from "../errors.ts"

export interface CredentialDraft {
  apiKey: string | null
  baseUrl: string | null
  settings: Readonly<Record<string, string>>
}

export interface Credential {
  driver: Driver
  apiKey: string | null
  baseUrl: string | null
  settings: Record<string, string>
}

export interface DriverEntry {
  id: string
  label: string
  summary: string
  /** It plays scripts; there is no AI behind it. */
  rehearsal: boolean
  /** JSON Schema of what a connection needs. Of its properties, `apiKey` and `baseUrl` stand by themselves, the others are settings. */
  credential: Record<string, unknown>
}

/** In the order a form offers them. */
export function listDrivers(): DriverEntry[] {
  return drivers.map(({ id, label, summary, credential }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(credential, { io: "input" })
    return { id, label, summary, rehearsal: id === REHEARSAL, credential: schema }
  })
}

export const REHEARSAL = "rehearsal"

/** What somebody wrote into the form, as the driver takes it. Sentences name the field and never repeat what is in it. */
export function demandCredential(driverId: string, draft: CredentialDraft): Credential {
  const driver = findDriver(driverId)
  if (!driver)
    throw refusal("driver", `There is no driver of that name. Take one of ${drivers.map(({ id }) => id).join(", ")}.`)
  const { apiKey: given, baseUrl, settings } = draft
  const apiKey = given?.trim() || undefined
  const address = baseUrl?.trim() || undefined
  const filled = Object.entries(settings).filter(([, value]) => value.trim() !== "")
  for (const [name, value] of [["apiKey", apiKey] as const, ["baseUrl", address] as const])
    if (value !== undefined && !(name in driver.credential.shape))
      throw refusal(name, `${driver.label} takes no ${NAMES[name]}. Leave it empty.`)
  const foreign = filled.find(([name]) => !(name in driver.credential.shape) || name in NAMES)
  if (foreign) throw refusal(`settings.${foreign[0]}`, `${driver.label} has no such setting. Leave it out.`)
  if (address !== undefined) demandAddress(address)

  const parsed = driver.credential.safeParse({ ...Object.fromEntries(filled), apiKey, baseUrl: address })
  if (!parsed.success) throw explain(driver, parsed.error.issues[0]!, { apiKey, baseUrl: address })
  const { apiKey: key, baseUrl: url, ...rest } = parsed.data as LlmConnection
  return {
    driver,
    apiKey: key ?? null,
    baseUrl: url ?? null,
    settings: Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === "string")) as Record<
      string,
      string
    >,
  }
}

const NAMES: Readonly<Record<string, string>> = { apiKey: "key", baseUrl: "base URL" }

function demandAddress(address: string): void {
  const url = URL.parse(address)
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "")
    throw refusal("baseUrl", "The base URL is not a web address. Write it in full, such as https://llm.example.com/v1.")
  if (url.username || url.password)
    throw refusal(
      "baseUrl",
      "The base URL contains a user name or password, which everybody who manages connections would see. Put it into the key.",
    )
}

function explain(
  driver: Driver,
  issue: z.core.$ZodIssue,
  given: Record<string, string | undefined>,
): InvalidInputError {
  const field = String(issue.path[0] ?? "")
  const name = NAMES[field]
  if (name && given[field] === undefined) return refusal(field, `${driver.label} needs a ${name}. Write it.`)
  if (field === "apiKey")
    return refusal(field, "The key contains spaces or characters that no key has, or is too long. Copy it again.")
  if (field === "baseUrl")
    return refusal(field, "The base URL is not a web address. Write it in full, such as https://llm.example.com/v1.")
  return refusal(`settings.${field}`, `The setting "${field}" does not fit. ${issue.message}`)
}

function refusal(path: string, message: string): InvalidInputError {
  return new InvalidInputError(message, [{ path, message }])
}
