import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { parseJson } from "../assertions/parse-json.ts"
import { exchange, type HttpAnswer } from "../clients/http-exchange.ts"
import {
  certificateResult,
  familyField,
  familyOf,
  filled,
  milliseconds,
  secretField,
  secretNamed,
  words,
} from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"

export const urlText = z
  .string()
  .max(2_000, "An address has at most 2,000 characters.")
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === ""
  }, "Write a whole address that begins with http:// or https://, without a name or password in it.")

const headerName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "A header's name has letters, digits and hyphens.")
  .refine(
    (name) => !["host", "connection", "content-length", "transfer-encoding", "upgrade"].includes(name.toLowerCase()),
    "This header is set by the check itself.",
  )

const headerValue = z
  .string()
  .max(8_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "A header holds one line of plain characters.")

const ALL = ["templates", "secrets"] as const

/** What one request sends: of an HTTP check, and of each step of a journey. */
export function requestFields(takes: readonly ("templates" | "secrets" | "values")[]) {
  return {
    url: filled(urlText, { ...words("Address", "The whole URL, such as https://example.com/status."), takes }),
    method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).default("GET").meta(words("Method")),
    headers: z
      .array(
        z.strictObject({
          name: headerName.meta(words("Name")),
          value: filled(headerValue, { ...words("Value"), takes }),
        }),
      )
      .max(30)
      .default([])
      .meta(words("Headers")),
    body: filled(z.string(), {
      ...words("Body", "What to send. Say its type with a content-type header."),
      takes,
      lines: "several",
    }).optional(),
    authentication: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("none") }),
        z.strictObject({
          type: z.literal("basic"),
          user: filled(z.string().max(200), { ...words("User"), takes: ["templates"] }),
          password: secretField("Password", secretNamed("STATUS_PASSWORD")),
        }),
        z.strictObject({
          type: z.literal("bearer"),
          token: secretField("Token", secretNamed("STATUS_TOKEN")),
        }),
      ])
      .default({ type: "none" })
      .meta(words("Authentication")),
  }
}

const config = z.strictObject({
  ...requestFields(ALL),
  redirects: z
    .int()
    .min(0)
    .max(5)
    .default(3)
    .meta(words("Redirects to follow", "0 to 5. With 0 a redirect is the answer.")),
  family: familyField,
  clientCertificate: z
    .strictObject({
      certificate: secretField("Certificate", "In PEM form."),
      key: secretField("Private key", "In PEM form."),
    })
    .optional()
    .meta(words("Client certificate", "For servers that ask who is calling.")),
  acceptUntrusted: z
    .boolean()
    .default(false)
    .meta(words("Accept any certificate", "Also an expired or self-signed one. What it says is still collected.")),
})

export const responseResult = z.object({
  status: z.number().meta(words("Status", "Such as 200.")),
  headers: z.record(z.string(), z.string()).meta(words("Headers", "By name in lower case: headers.content-type.")),
  body: z.string().meta(words("Body", "Its first 256 KiB.")),
  truncated: z.boolean().meta(words("Body was longer")),
  json: z.json().meta(words("JSON", "The body, where it is JSON.")),
  redirects: z.number().meta(words("Redirects followed")),
})

const timingResult = z.object({
  totalMs: milliseconds("Duration"),
  nameMs: milliseconds("Looking up the name"),
  connectMs: milliseconds("Connecting"),
  tlsMs: milliseconds("Securing the connection"),
  firstByteMs: milliseconds("Until the first byte"),
  bodyMs: milliseconds("Reading the body"),
})

type Config = z.infer<typeof config>

export const http = {
  id: "http",
  title: "HTTP",
  description: "Asks a web address and looks at status, headers, body, JSON, duration and certificate.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    { id: "response", title: "Response", description: "What the server answered.", result: responseResult },
    { id: "timing", title: "Duration", description: "How long it took, by phase.", result: timingResult },
    {
      id: "certificate",
      title: "Certificate",
      description: "Of an https address: how long it is valid, and for whom.",
      result: certificateResult,
    },
  ],
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const answer = await exchange(
      {
        url: asked.url,
        method: asked.method,
        headers: headersOf(asked),
        body: asked.body,
        redirects: asked.redirects,
        ...familyOf(asked.family),
        clientCertificate: asked.clientCertificate,
        acceptUntrusted: asked.acceptUntrusted,
        secrets: ["url", "headers", "body"].flatMap(limits.secretsIn),
        identitySecrets: ["authentication", "clientCertificate"].flatMap(limits.secretsIn),
      },
      limits,
    )
    return {
      values: {
        response: responseOf(answer),
        timing: { totalMs: totalOf(answer), ...answer.timing },
        ...(answer.certificate ? { certificate: { ...answer.certificate } } : {}),
      },
    }
  },
} satisfies Strategy<Config, unknown>

type Asked = Pick<Config, "headers" | "authentication">

export function headersOf({ headers, authentication }: Asked): Record<string, string> {
  const given = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
  if (authentication.type === "bearer") return { ...given, authorization: `Bearer ${authentication.token}` }
  if (authentication.type === "none") return given
  const { user, password } = authentication
  return { ...given, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }
}

export function totalOf({ timing }: Pick<HttpAnswer, "timing">): number {
  return Object.values(timing).reduce((sum, ms) => sum + ms, 0)
}

export function responseOf({ status, headers, body, truncated, hops }: HttpAnswer): z.infer<typeof responseResult> {
  return { status, headers, body, truncated, json: jsonOf(body, truncated), redirects: hops }
}

function jsonOf(body: string, truncated: boolean): z.infer<typeof responseResult>["json"] {
  if (truncated || !/^\s{0,100}[{["\dtfn-]/.test(body)) return null
  return (parseJson(body) ?? null) as z.infer<typeof responseResult>["json"]
}
