import type { z } from "zod"

/**
 * What a schema found wrong, in words for whoever filled it in, a person or a model. Given to every parse of an input; a
 * schema that has a sentence of its own keeps it.
 */
export const schemaWords: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  if (input === undefined || input === null) return MISSING
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue as unknown as Bound)
    case "too_big":
      return tooBig(issue as unknown as Bound)
    case "invalid_type":
      return wrongType(String(issue.expected), input)
    case "invalid_format":
      return input === "" ? MISSING : wrongFormat(String(issue.format))
    case "invalid_value":
      return `Choose one of: ${(issue.values as unknown[]).map(String).join(", ")}.`
    case "invalid_union":
      return "This has a form that is not known here."
    case "invalid_key":
      return input === "" ? "Write what this is called." : "This name is not allowed here."
    case "not_multiple_of":
      return Number(issue.divisor) === 1 ? "Write a whole number." : `Write a multiple of ${issue.divisor}.`
    default:
      return undefined
  }
}

const MISSING = "This cannot be empty."

interface Bound {
  origin: string
  minimum?: number | bigint
  maximum?: number | bigint
  inclusive?: boolean
  input: unknown
}

function tooSmall({ origin, minimum, inclusive, input }: Bound): string {
  const least = Number(minimum)
  if (origin === "string") return least <= 1 || input === "" ? MISSING : `Write at least ${count(least)} characters.`
  if (origin === "array" || origin === "set")
    return least <= 1 ? "Choose at least one." : `At least ${count(least)} are needed.`
  if (origin === "object" || origin === "record") return "Change at least one thing."
  if (origin === "date") return `Choose a time after ${instant(least)}.`
  return inclusive === false ? `Write more than ${count(least)}.` : `Write ${count(least)} or more.`
}

function tooBig({ origin, maximum, inclusive, input }: Bound): string {
  const most = Number(maximum)
  if (origin === "string")
    return `Write at most ${count(most)} characters; these are ${count((input as { length: number }).length)}.`
  if (origin === "array" || origin === "set" || origin === "object" || origin === "record")
    return `At most ${count(most)} are allowed.`
  if (origin === "date") return `Choose a time before ${instant(most)}.`
  return inclusive === false ? `Write less than ${count(most)}.` : `Write ${count(most)} or less.`
}

function wrongType(expected: string, input: unknown): string {
  const wanted = KINDS[expected] ?? "something else"
  return `${wanted[0]?.toUpperCase()}${wanted.slice(1)} is expected here, not ${kindOf(input)}.`
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "yes or no (true or false)",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object with fields",
  record: "an object with fields",
  date: "a date",
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return "a list"
  if (typeof input === "number" && Number.isNaN(input)) return "this"
  return (
    { string: "text", number: "a number", boolean: "true or false", object: "an object" }[typeof input as string] ??
    "this"
  )
}

function wrongFormat(format: string): string {
  return FORMATS[format] ?? "This is not written as it is expected here."
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "Write an email address, such as ana@example.com.",
  url: "Write a whole address that begins with http:// or https://.",
  uuid: "This is not the id of anything. Choose it from a list.",
  guid: "This is not the id of anything. Choose it from a list.",
  datetime: "Write a date and time with an offset, such as 2026-07-01T20:00:00Z.",
  date: "Write a date, such as 2026-07-01.",
  time: "Write a time, such as 20:00.",
  base64: "This is not base64.",
  ipv4: "Write an IP address, such as 192.0.2.1.",
  ipv6: "Write an IP address, such as 2001:db8::1.",
  cidrv4: "Write a network, such as 192.0.2.0/24.",
  cidrv6: "Write a network, such as 2001:db8::/32.",
}

function count(number: number): string {
  return number.toLocaleString("en")
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
