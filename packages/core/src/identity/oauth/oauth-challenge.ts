import { MCP_PATH } from "../../contract/platform/oauth.ts"

/** What tokens are issued for, and where alone they work. */
export function mcpResource(base: string): string {
  return base + MCP_PATH
}

export function resourceMetadataUrl(base: string): string {
  return `${base}/.well-known/oauth-protected-resource${MCP_PATH}`
}

export interface Challenge {
  /** Left out where no token came at all (RFC 6750, 3.1). */
  error?: "invalid_token" | "insufficient_scope"
  description?: string
  /** What to ask for. */
  scopes?: readonly string[]
}

/** The `WWW-Authenticate` of a 401 or 403 at the MCP endpoint: where a client learns how to get a token. */
export function mcpChallenge(base: string, { error, description, scopes }: Challenge = {}): string {
  const parts: [string, string | undefined][] = [
    ["error", error],
    ["error_description", description],
    ["scope", scopes?.join(" ")],
    ["resource_metadata", resourceMetadataUrl(base)],
  ]
  const quoted = parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quotable(value)}"`]))
  return `Bearer ${quoted.join(", ")}`
}

/** Header values are ASCII, and a quote would end them. */
function quotable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?")
}
