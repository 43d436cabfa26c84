import { ALLOWED_BY_DEFAULT, parseAllowList, StartError } from "@countersign/core/host"
import { z } from "zod"

const port = (name: string, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, `${name} takes a port number from 0 to 65535`)
    .transform(Number)

const address = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || isAddress(text, protocols),
      `${name} takes an address that begins with ${protocols.map((one) => `${one}//`).join(" or ")}`,
    )

const Environment = z.object({
  PORT: port("PORT", 4400),
  HOST: z.string().min(1, "HOST takes an address to listen on, such as 127.0.0.1 or 0.0.0.0").default("127.0.0.1"),
  DATA_DIR: z.string().min(1, "DATA_DIR takes the path of a folder").default("./data"),
  DATABASE_URL: address("DATABASE_URL", ["postgres:", "postgresql:"]),
  COUNTERSIGN_SECRET: z
    .string()
    .min(32, "COUNTERSIGN_SECRET takes at least 32 characters; `openssl rand -base64 48` makes a good one")
    .optional(),
  COUNTERSIGN_PREVIOUS_SECRETS: z.string().optional(),
  // Read by `siteAddressOf` where a plugin serves a site.
  SITE_PORT: z.string().optional(),
  SITE_URL: z.string().optional(),
  PUBLIC_URL: address("PUBLIC_URL", ["http:", "https:"]),
  TRUSTED_PROXIES: z.string().default("127.0.0.0/8,::1"),
  COUNTERSIGN_ADMIN_EMAIL: z.email("COUNTERSIGN_ADMIN_EMAIL takes an e-mail address").optional(),
  COUNTERSIGN_ADMIN_PASSWORD: z.string().min(12, "COUNTERSIGN_ADMIN_PASSWORD takes at least 12 characters").optional(),
  COUNTERSIGN_ALLOW_PRIVATE: z
    .string()
    .optional()
    .transform((text, ctx) => {
      try {
        // What nobody wrote down is for connections to models: a check or a script could do anything to the Ollama next door.
        return { allow: parseAllowList(text ?? ALLOWED_BY_DEFAULT), allowToAll: parseAllowList(text ?? "none") }
      } catch (error) {
        ctx.addIssue(`COUNTERSIGN_ALLOW_PRIVATE cannot be read: ${(error as Error).message}`)
        return z.NEVER
      }
    }),
  ROLE: z.enum(["all", "web", "worker"], "ROLE takes all, web or worker").default("all"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "LOG_LEVEL takes debug, info, warn or error").default("info"),
  LOG_FORMAT: z.enum(["json", "pretty"], "LOG_FORMAT takes json or pretty").optional(),
  METRICS_TOKEN: z.string().min(16, "METRICS_TOKEN takes at least 16 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ["http:", "https:"]),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", ["http:", "https:"]),
  // Often set for all programs of a cluster: what we do not know of them must not keep us from starting.
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_METRICS_EXPORTER: z.string().optional(),
  OTEL_METRIC_EXPORT_INTERVAL: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z.string().optional(),
  TZ: z.string().optional().refine(isTimeZone, "TZ takes a time zone's name, such as Europe/Berlin"),
})

export type Environment = z.infer<typeof Environment>

/** Reads the configuration; a wrong value is one sentence that names the variable and what it takes. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  // An empty variable is how compose files and shells say "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    const secret = /SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(name)
    throw new StartError(`${issue.message}${secret ? "" : `; it is set to "${given[name]}"`}.`)
  }
  const environment = parsed.data
  if (environment.DATABASE_URL && !environment.COUNTERSIGN_SECRET)
    throw new StartError(
      "COUNTERSIGN_SECRET is required with DATABASE_URL, and must be the same on every pod: it takes at least 32 characters, and `openssl rand -base64 48` makes a good one.",
    )
  if (!environment.COUNTERSIGN_ADMIN_EMAIL !== !environment.COUNTERSIGN_ADMIN_PASSWORD)
    throw new StartError("COUNTERSIGN_ADMIN_EMAIL and COUNTERSIGN_ADMIN_PASSWORD go together: set both, or neither.")
  return environment
}

function isAddress(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

function isTimeZone(name: string | undefined): boolean {
  if (name === undefined) return true
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}
