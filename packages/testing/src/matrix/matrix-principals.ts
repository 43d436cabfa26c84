import { randomUUID } from "node:crypto"
import {
  type AccessRule,
  type AnyProcedure,
  type BuiltInRole,
  type GrantLevel,
  metaOf,
  type Named,
  rulesOf,
} from "@countersign/core/contract"
import { ensureFirstAdministrator } from "@countersign/core/host"
import type { Origin, Route } from "@countersign/core/server"
import type { TestPlatform } from "../test-platform.ts"

export const PRINCIPALS = [
  "anonymous",
  "viewer",
  "operator",
  "administrator",
  "team viewer",
  "team editor",
  "application",
  "application with fewer rules",
] as const
export type PrincipalName = (typeof PRINCIPALS)[number]

/** What the words above mean, said without the product's own code. */
export interface MatrixPrincipal {
  kind: "anonymous" | "person" | "application"
  holds(ruleId: string): boolean
  /** Held on one thing of every resource that teams can be granted. */
  grant: GrantLevel | null
  teamId: string | null
  /** Vouches for it on a request. */
  headers: Record<string, string>
}

export interface Answer {
  status: number
  text: string
  /** The sentence of an error; empty for other answers. */
  message: string
}

export const ORIGIN = "http://localhost"
const PASSWORD = "matrix, rows and columns"

/** Real ones: people who accepted an invitation and hold a session, applications with an API key. */
export async function createPrincipals(
  testing: TestPlatform,
  rules: readonly AccessRule[],
  procedures: readonly AnyProcedure[],
): Promise<Record<PrincipalName, MatrixPrincipal>> {
  await ensureFirstAdministrator(testing.platform, { email: "admin@example.test", password: PASSWORD, name: "Admin" })
  const root = { headers: await signIn(testing) }
  const everything = () => true
  const byRole = (role: BuiltInRole) => heldBy(rules, (rule) => rule.roles.includes(role))
  const anonymousRules = byRole("anonymous")
  const withAnonymous = (held: (id: string) => boolean) => (id: string) => held(id) || anonymousRules(id)
  const none = { grant: null, teamId: null }

  // Where a procedure asks for several rules, it holds one of them: some must not do for all.
  const partial = procedures.map((procedure) => rulesOf(metaOf(procedure).access)).filter((asked) => asked.length > 1)
  const reads = rules.filter((rule) => rule.id.endsWith(".read") && !rule.id.startsWith("platform."))
  const fewer = new Set([...reads, ...partial.map((asked) => asked[0]!)].map((rule) => rule.id))

  async function person(name: string, roles: string[], teams: string[] = []): Promise<Record<string, string>> {
    const email = `${name}@example.test`
    const { link } = await call<{ link: string }>("platform.invitePerson", { email, roles, teams })
    const token = new URL(link).hash.replace("#token=", "")
    const response = await request(testing, {}, "platform.acceptInvitation", { token, name, password: PASSWORD })
    return cookieOf(response)
  }

  async function member(name: string, level: GrantLevel): Promise<MatrixPrincipal> {
    const team = await call<Named>("platform.createTeam", { name: `Matrix ${level}s` })
    for (const resource of new Set(rules.filter((rule) => rule.teamScoped).map((rule) => rule.resource)))
      await putGrant(testing, team.id, resource, randomUUID(), level)
    const headers = await person(name, [], [team.id])
    return { kind: "person", holds: anonymousRules, grant: level, teamId: team.id, headers }
  }

  async function application(name: string, holdings: { roles?: string[]; rules?: string[] }) {
    const { key } = await call<{ key: string }>("platform.createApplication", { name, ...holdings })
    return { authorization: `Bearer ${key}` }
  }

  async function call<T>(verb: string, input: object): Promise<T> {
    const response = await request(testing, root.headers, verb, input)
    if (!response.ok) throw new Error(`${verb} failed: ${await response.text()}`)
    return (await response.json()) as T
  }

  return {
    anonymous: { kind: "anonymous", holds: anonymousRules, ...none, headers: {} },
    viewer: {
      kind: "person",
      holds: withAnonymous(byRole("viewer")),
      ...none,
      headers: await person("viewer", ["viewer"]),
    },
    operator: {
      kind: "person",
      holds: withAnonymous(byRole("operator")),
      ...none,
      headers: await person("operator", ["operator"]),
    },
    administrator: { kind: "person", holds: everything, ...none, headers: root.headers },
    "team viewer": await member("teamviewer", "viewer"),
    "team editor": await member("teameditor", "editor"),
    application: {
      kind: "application",
      holds: withAnonymous(byRole("operator")),
      ...none,
      headers: await application("Matrix application", { roles: ["operator"] }),
    },
    "application with fewer rules": {
      kind: "application",
      holds: withAnonymous(heldBy(rules, (rule) => fewer.has(rule.id))),
      ...none,
      headers: await application("Matrix reader", { rules: [...fewer] }),
    },
  }
}

export async function putGrant(
  { database, platform }: TestPlatform,
  teamId: string,
  resource: string,
  thingId: string,
  level: GrantLevel,
): Promise<void> {
  await database.pool.query(
    "INSERT INTO platform.team_grant (team_id, resource, thing_id, level) VALUES ($1, $2, $3, $4)",
    [teamId, resource, thingId, level],
  )
  platform.identity.forget("all")
}

export async function post(
  testing: TestPlatform,
  principal: MatrixPrincipal,
  verb: string,
  input: object,
): Promise<Answer> {
  return toAnswer(await request(testing, principal.headers, verb, input))
}

export async function get(testing: TestPlatform, principal: MatrixPrincipal, path: string): Promise<Answer> {
  const headers = { ...principal.headers }
  return toAnswer(await testing.platform.fetch(new Request(ORIGIN + path, { headers }), "127.0.0.1"))
}

/** With made-up parameters, and where it takes a body with one byte of what it takes. */
export async function askRoute(
  { platform }: TestPlatform,
  { method, path, upload }: Route,
  origin: Origin,
  principal: MatrixPrincipal,
): Promise<Answer> {
  const type = upload?.types[0]?.replace("*", "png")
  const headers = { ...principal.headers, origin: ORIGIN, ...(type && { "content-type": type }) }
  const address = ORIGIN + path.replaceAll(/:\w+/g, UNKNOWN)
  const asked = new Request(address, { method, headers, ...(upload && { body: "x" }) })
  const { fetch } = origin === "site" ? platform.site! : platform
  return toAnswer(await fetch(asked, "127.0.0.1"))
}

const UNKNOWN = "00000000-0000-4000-8000-000000000000"

export function request({ platform }: TestPlatform, headers: Record<string, string>, verb: string, input: object) {
  return platform.fetch(
    new Request(`${ORIGIN}/api/v1/${verb.replace(".", "/")}`, {
      method: "POST",
      headers: { ...headers, origin: ORIGIN, "content-type": "application/json" },
      body: JSON.stringify(input),
    }),
    "127.0.0.1",
  )
}

async function signIn(testing: TestPlatform): Promise<Record<string, string>> {
  return cookieOf(await request(testing, {}, "platform.signIn", { email: "admin@example.test", password: PASSWORD }))
}

async function cookieOf(response: Response): Promise<Record<string, string>> {
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  if (!response.ok || !cookie) throw new Error(`No session was opened: ${await response.text()}`)
  return { cookie }
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isError = response.status >= 400 && response.headers.get("content-type")?.startsWith("application/json")
  return { status: response.status, text, message: isError ? String(JSON.parse(text).message) : "" }
}

/** The rules that meet a condition, and what those imply, to any depth. */
function heldBy(rules: readonly AccessRule[], chosen: (rule: AccessRule) => boolean): (id: string) => boolean {
  const held = new Set(rules.filter(chosen).map((rule) => rule.id))
  for (let before = -1; before !== held.size; ) {
    before = held.size
    for (const rule of rules) if (held.has(rule.id)) for (const implied of rule.implies) held.add(implied)
  }
  return (id) => held.has(id)
}
