import { defineTool, leanResult } from "@countersign/core/server"
import { tryCheck } from "../checks/try-check.ts"

export const tryCheckTool = defineTool({
  name: "tryCheck",
  describe: ({ config }, say) => {
    const [address] = addressesIn(config)
    return `Tried a check${address && URL.canParse(address) ? ` of ${say.quote(new URL(address).host)}` : ""}`
  },
  verb: tryCheck,
  description:
    "Run a draft of a check once and see what it brings back, so that assertions are about what is really there. Nothing is stored. Pass the " +
    "same `strategyId`, `config` and `collectors` as for healthcheck.propose. Secrets are sent as __SECRET_<NAME>__, so an answer that needs " +
    "one shows a refusal.",
  egress: "config",
  reaches: ({ config }) => addressesIn(config),
  quotes: "outside",
  projectResult: (run) => leanResult(run, { longest: 2_000 }),
})

/**
 * Where a draft would go. What it sends besides a plain request stands behind a `#`: the address alone was written by
 * somebody, not that. A script and what a template fills in could go anywhere.
 */
export function addressesIn(config: unknown): string[] {
  // A model's arguments are told of before they were judged.
  if (typeof config !== "object" || config === null) return []
  const { url, host, port, source, steps, name, server } = config as Record<string, unknown>
  if (typeof source === "string") return [ANYWHERE]
  if (Array.isArray(steps)) return steps.flatMap(addressesIn)
  if (typeof url === "string") return [addressOf(url, config)]
  if (typeof host === "string")
    return [addressOf(`tcp://${bracketed(host)}${typeof port === "number" ? `:${port}` : ""}`, config)]
  // A name server is asked for names that could carry anything.
  if (typeof name === "string")
    return [addressOf(`dns://${typeof server === "string" ? bracketed(server) : name}`, { name })]
  return []
}

/** A host that nobody can name. */
const ANYWHERE = "any://anywhere"

/** Not the server's name of a TLS check: it goes out before anything is encrypted, and could carry anything. */
const PLAIN = new Set(["url", "host", "port", "family", "redirects", "acceptUntrusted", "version", "tls", "security"])

function addressOf(address: string, config: object): string {
  if (!URL.canParse(address) || address.includes("{{")) return ANYWHERE
  const { method = "GET", ...rest } = config as Record<string, unknown>
  const isPlain =
    (method === "GET" || method === "HEAD") &&
    Object.entries(rest).every(([key, value]) => PLAIN.has(key) || isEmpty(value))
  return isPlain ? address : `${address.split("#", 1)[0]}#sends`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0)
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host
}
