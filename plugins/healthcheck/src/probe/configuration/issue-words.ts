import type { z } from "zod"

/** What a schema found wrong, for whoever filled it in. A sentence of the schema's own stays as it is. */
export function issueWords(issue: z.core.$ZodIssue, input: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return input === undefined || input === null
        ? MISSING
        : `Write ${KINDS[issue.expected] ?? "something else"} here.`
    case "too_small":
      if (issue.origin === "string")
        return Number(issue.minimum) <= 1 ? MISSING : `Write at least ${issue.minimum} characters.`
      return issue.origin === "array" ? `At least ${issue.minimum} are needed.` : `Write ${issue.minimum} or more.`
    case "too_big":
      if (issue.origin === "string") return `Write at most ${issue.maximum} characters.`
      return issue.origin === "array" ? `At most ${issue.maximum} are allowed.` : `Write ${issue.maximum} or less.`
    case "invalid_value":
      return `Choose one of: ${issue.values.map(String).join(", ")}.`
    case "invalid_union":
      return "This has a form that is not known here."
    default:
      return issue.message
  }
}

const MISSING = "This cannot be empty."

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
  record: "an object with fields",
}
