import { z } from "zod"
import { hasPlaceholder } from "../templates/placeholders.ts"

/** What a form says about a field, and whether its text may name facts of the target (`{{ }}`) or secrets (`${{ }}`). */
export type FieldWords = {
  title: string
  description?: string
  /** `values`: what earlier steps of a journey took out of their answers, too. */
  takes?: readonly ("templates" | "secrets" | "values")[]
  /** A form shows a larger box. */
  lines?: "several" | "code"
}

export function words(title: string, description?: string): FieldWords {
  return description === undefined ? { title } : { title, description }
}

/**
 * Text that may hold placeholders. What the filled-in text must be is judged when there is none: in a draft without one,
 * and at every run after all were put in.
 */
export function filled(
  schema: z.ZodType<string>,
  { takes, ...field }: FieldWords & Required<Pick<FieldWords, "takes">>,
) {
  return z
    .string()
    .max(20_000)
    .check((context) => {
      if (hasPlaceholder(context.value)) return
      const judged = schema.safeParse(context.value)
      for (const issue of judged.success ? [] : judged.error.issues)
        context.issues.push({ code: "custom", message: issue.message, input: context.value })
    })
    .meta({ ...field, takes })
}

/** Host name or address, without scheme and port. */
export const hostText = z
  .string()
  .min(1, "Write a host, such as db.example.com or 192.0.2.10.")
  .max(253, "A host has at most 253 characters.")
  .regex(
    /^(?:[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?(?:\.[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?)*\.?|[0-9a-fA-F:.]+)$/,
    "Write a host alone, such as db.example.com or 192.0.2.10, without https:// and without a port.",
  )

export const hostField = filled(hostText, { ...words("Host", "Name or IP address."), takes: ["templates"] })

export function portField(usual: number) {
  return z
    .int()
    .min(1)
    .max(65_535)
    .default(usual)
    .meta(words("Port", `Usually ${usual}.`))
}

export const familyField = z
  .enum(["any", "ipv4", "ipv6"])
  .default("any")
  .meta(words("Internet protocol", "Any, or only IPv4, or only IPv6."))

export function familyOf(family: "any" | "ipv4" | "ipv6"): { family?: 4 | 6 } {
  return family === "any" ? {} : { family: family === "ipv4" ? 4 : 6 }
}

/** As it is written in a field. */
export function secretNamed(name: string): string {
  return `A secret, such as $\{{ secrets.${name} }}.`
}

/** A password, key or token: only ever by reference to a secret. */
export function secretField(title: string, description: string) {
  return z
    .string()
    .max(20_000)
    .meta({ title, description, takes: ["secrets"] } satisfies FieldWords)
}

export const milliseconds = (title: string) => z.number().meta(words(title, "In milliseconds."))

export const certificateResult = z.object({
  days: z.number().meta(words("Days left", "Until the certificate expires; below 0 when it has.")),
  validFrom: z.string().meta(words("Valid from")),
  validTo: z.string().meta(words("Valid until")),
  subject: z.string().meta(words("Subject")),
  issuer: z.string().meta(words("Issuer")),
  names: z.array(z.string()).meta(words("Names", "The hosts it is for.")),
  fingerprint: z.string().meta(words("Fingerprint", "SHA-256.")),
})
