import { createHash, randomBytes } from "node:crypto"
import type { AccessRule } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import type { TestPlatform } from "../test-platform.ts"
import { type MatrixPrincipal, ORIGIN, type PrincipalName, request } from "./matrix-principals.ts"

export const APPS = [
  ["the operator's app that may read", "operator", "read"],
  ["the operator's app that may write", "operator", "write"],
  ["the administrator's app that may read and write", "administrator", "read write"],
  ["the viewer's app that asked for everything", "viewer", "read write"],
  ["the team editor's app that may read", "team editor", "read"],
  ["the team editor's app that may write", "team editor", "write"],
] as const

/** What a person's app holds: what they hold themselves and let it have. It comes with a real token. */
export interface MatrixApp extends MatrixPrincipal {
  name: string
  /** Whether the scopes name the rule, said without the product's own code. */
  granted(ruleId: string): boolean
  /** The app as the one address where its token works sees it. */
  caller(): Promise<Caller>
}

const REDIRECT = "https://app.example.test/callback"
const CLIENT = "matrix-app"

export async function connectApps(
  testing: TestPlatform,
  principals: Record<PrincipalName, MatrixPrincipal>,
  rules: readonly AccessRule[],
): Promise<MatrixApp[]> {
  const added = await request(testing, principals.administrator.headers, "platform.addOauthClient", {
    name: "Matrix app",
    clientId: CLIENT,
    redirectUris: [REDIRECT],
  })
  if (!added.ok) throw new Error(`The app was not added: ${await added.text()}`)
  const apps: MatrixApp[] = []
  for (const [name, who, scope] of APPS) {
    const token = await connect(testing, principals[who], scope)
    const granted = new Set(scope.split(" ").flatMap((word) => rulesNamedBy(rules, word)))
    const { holds, grant, teamId } = principals[who]
    apps.push({
      name,
      kind: "application",
      holds: (id) => granted.has(id) && holds(id),
      granted: (id) => granted.has(id),
      grant,
      teamId,
      headers: { authorization: `Bearer ${token}` },
      async caller() {
        const asked = new Request(`${ORIGIN}/api/ai/mcp`, { headers: { authorization: `Bearer ${token}` } })
        const { principal } = await testing.platform.identity.authenticate(asked)
        return testing.platform.caller(principal, "mcp")
      },
    })
  }
  return apps
}

async function connect(testing: TestPlatform, person: MatrixPrincipal, scope: string): Promise<string> {
  const verifier = randomBytes(32).toString("base64url")
  const question = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope,
  })
  const granting = { request: question.toString(), scopes: scope.split(" ") }
  const granted = await request(testing, person.headers, "platform.grantAuthorization", granting)
  const { redirectUrl, message } = (await granted.json()) as { redirectUrl?: string; message?: string }
  if (!redirectUrl) throw new Error(`The app was not connected: ${message}`)
  const response = await testing.platform.fetch(
    new Request(`${ORIGIN}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: CLIENT,
        code: new URL(redirectUrl).searchParams.get("code") ?? "",
        code_verifier: verifier,
      }),
    }),
    "127.0.0.1",
  )
  const { access_token } = (await response.json()) as { access_token?: string }
  if (!access_token) throw new Error(`No token was given: ${response.status}`)
  return access_token
}

/** `read`: what only reads. `write`: all but the platform's, which may still come along as reading. */
function rulesNamedBy(rules: readonly AccessRule[], bundle: string): string[] {
  const reads = (id: string) => id.split(".").at(-1) === "read"
  if (bundle === "read") return rules.map((rule) => rule.id).filter(reads)
  const others = rules.filter((rule) => rule.resource.split(".")[0] !== "platform")
  const implied = others.flatMap((rule) => rule.implies).filter((id) => !id.startsWith("platform.") || reads(id))
  return [...others.map((rule) => rule.id), ...implied]
}
