import { createHash, randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { invokeTool } from "@countersign/core/assistant"
import type { RegisteredTool } from "@countersign/core/host"
import { ensureFirstAdministrator } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import {
  type ExampleWorld,
  openSession,
  sending,
  signIn,
  spawnFixture,
  TEST_SECRET,
  type ToolExamples,
  tabOf,
  testPlatform,
  toolExample,
} from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { MCP_PATH, oauthContract } from "../../../../../packages/core/src/contract/platform/oauth.ts"
import { shelfContract, shelfPlugin } from "../../../../../packages/core/src/gate/shelf.fixture.ts"
import { createApiKey } from "../../../../../packages/core/src/identity/api-key.ts"
import { expandScopes } from "../../../../../packages/core/src/identity/oauth/oauth-scopes.ts"
import { rawClient, rawOldClient } from "../../../../../packages/core/src/mcp/mcp.fixture.ts"
import { join } from "../../../../../packages/core/src/reserved/people/people.fixture.ts"
import { alwaysSigns } from "../../../../../packages/core/src/tools/always-signs.ts"
import { addressesOf } from "../../../../../packages/core/src/tools/destination.ts"
import { dispose } from "../../../../../packages/core/src/tools/dispose.ts"
import { plugins } from "../../plugins.ts"
import { examples as registeredExamples } from "../registered.fixture.ts"

/** How a call ended, in the words of the gate. */
type End = "run" | "apply" | "propose" | "refuse"

const REDIRECT = "http://127.0.0.1/callback"
const PASSWORD = "tables, rows and columns"
const testing = await testPlatform({ plugins: [...plugins, shelfPlugin] })
const { platform, database } = testing
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const { child, said: url } = await spawnFixture("mcp-process", {
  connection: database.config,
  secret: TEST_SECRET,
  plugins: [...plugins, shelfPlugin].map(({ id }) => id),
})
afterAll(async () => {
  child.kill("SIGKILL")
  await once(child, "exit")
})
const { tools } = platform.caller({} as never, "cli").runtime.tools

const readRules = [...platform.registry.rules.keys()].filter((id) => id.endsWith(".read"))
const allRules = [...platform.registry.rules.keys()]

interface Subject {
  /** A person, or somebody who acts for one. */
  isPerson: boolean
  rules: ReadonlySet<string>
  caller?: Caller
  session?: { call(verb: string, input: object): Promise<{ status: number; body: object }> }
  bearer?: string
}
await ensureFirstAdministrator(platform, { email: "root@example.test", password: PASSWORD, name: "Root" })
const root = await join(testing, "rita", "administrator")
const subjects: Record<string, Subject> = {
  administrator: {
    isPerson: true,
    caller: root,
    rules: new Set(["*"]),
    session: await signIn(url, "root@example.test", PASSWORD),
  },
  operator: await person("otto", "operator"),
  viewer: await person("vera", "viewer"),
  application: await application(allRules),
  "application with fewer rules": await application(readRules),
  "client for an operator": await client(["read", "write"]),
  "client with fewer scopes": await client(["read"]),
}

const doors: Record<
  string,
  {
    modes: ("approve" | "auto")[]
    call(subject: Subject, tool: RegisteredTool, input: object, mode: "approve" | "auto"): Promise<End> | null
    why: string
  }
> = {
  chat: {
    modes: ["approve", "auto"],
    why: "a conversation is a person's",
    call(subject, tool, input, mode) {
      if (!subject.caller) return null
      const caller = { ...subject.caller, transport: "chat" as const, ...tabOf(examples[tool.name], world) }
      const conversation = { id: randomUUID(), taint: [], named: [] }
      return invokeTool({ caller, mode, conversation }, { toolName: tool.name, input }).then(
        ({ status }) => (status === "executed" ? "run" : status === "applied" ? "apply" : "propose"),
        refusal,
      )
    },
  },
  http: {
    modes: ["approve"],
    why: "plain HTTP takes sessions and API keys",
    call(subject, tool, input) {
      const session = subject.session ?? (subject.bearer?.startsWith("csk_") ? byKey(subject.bearer) : null)
      if (!session) return null
      return session.call("ai.callTool", { toolName: tool.name, input }).then(({ status, body }) => {
        if (status === 200) return (body as { status: string }).status === "executed" ? "run" : "propose"
        return refusal({ code: status === 403 ? "forbidden" : JSON.stringify(body) })
      })
    },
  },
  "mcp 2026-07-28": {
    modes: ["approve"],
    why: "MCP takes bearer tokens",
    call: (subject, tool, input) =>
      subject.bearer ? viaMcp(rawClient(url + MCP_PATH, subject.bearer), tool, input) : null,
  },
  "mcp 2025-11-25": {
    modes: ["approve"],
    why: "MCP takes bearer tokens",
    call: (subject, tool, input) =>
      subject.bearer ? viaMcp(rawOldClient(url + MCP_PATH, subject.bearer), tool, input) : null,
  },
}

const world: ExampleWorld = {
  call: (procedure, input, file) => platform.call(sending(root, file), procedure, input),
  random: Math.random,
}
const aBook = async () => ({ id: (await platform.call(root, shelfContract.add, { title: randomUUID() })).id })
const onABook = toolExample({ world: aBook, input: ({ id }) => ({ id }) })
/** One tool of every kind the gate tells apart, those the product has none of included. */
const examples: ToolExamples = {
  ...registeredExamples,
  "shelf.list": toolExample({ world: async () => ({}), input: () => ({}) }),
  "shelf.add": toolExample({ world: async () => ({}), input: () => ({ title: randomUUID() }) }),
  "shelf.rename": toolExample({ world: aBook, input: ({ id }) => ({ id, title: randomUUID() }) }),
  "shelf.remove": onABook,
  "shelf.fetch": toolExample({ world: async () => ({}), input: () => ({ url: "https://nobody.example/" }) }),
  "shelf.print": onABook,
  "shelf.sketch": onABook,
  "shelf.script": onABook,
}

describe("the gate", () => {
  const counts = { cells: 0, played: 0, impossible: new Map<string, number>(), unallowed: 0 }
  const impossible = (why: string) => counts.impossible.set(why, (counts.impossible.get(why) ?? 0) + 1)
  // What belongs to one person has no cell for the others: they do not find it.
  const played = tools.filter(({ name }) => examples[name] && !examples[name].personal)

  it.each(played.map((tool) => [tool.name, tool] as const))(
    "ends equal cases of %s equally, whichever door they come through",
    async (_, tool) => {
      // Nobody may have more than a hundred proposals waiting.
      await database.pool.query("UPDATE platform.tool_call SET expires_at = now() WHERE status = 'proposed'")
      const example = examples[tool.name]!
      const differing: string[] = []
      let things = await example.world(world)
      for (const [doorName, door] of Object.entries(doors))
        for (const [subjectName, subject] of Object.entries(subjects))
          for (const mode of ["approve", "auto"] as const) {
            counts.cells++
            if (!door.modes.includes(mode)) {
              impossible(`${doorName} is always in approve mode`)
              continue
            }
            if (tool.needsTab && doorName !== "chat") {
              impossible("a page is open beside a conversation alone")
              continue
            }
            const before = await changes()
            const input = example.inputOfAnybody?.(things) ?? example.input(things, world)
            const call = door.call(subject, tool, input, mode)
            if (!call) {
              impossible(door.why)
              continue
            }
            counts.played++
            const expected = expectedEnd(tool, input, subject, mode)
            const end = await call
            const changed = (await changes()) > before
            const cell = `${doorName}, ${subjectName}, ${mode}`
            if (end !== expected) differing.push(`${cell}: ${end} instead of ${expected}`)
            if (changed && expected !== "apply" && !(expected === "run" && tool.effect !== "read")) {
              counts.unallowed++
              differing.push(`${cell}: something changed`)
            }
            if (changed) things = await example.world(world)
          }
      expect(differing).toEqual([])
    },
  )

  it("was asked often enough to have an opinion, and let nothing by that is not allowed", () => {
    const listed = [...counts.impossible].map(([why, count]) => `${count} because ${why}`).join("; ")
    console.info(
      `gate table: ${counts.cells} cells, ${counts.played} played, ${counts.unallowed} executions not allowed; impossible: ${listed}`,
    )
    expect(counts.unallowed).toBe(0)
    expect(counts.played).toBeGreaterThan(tools.length * 10)
  })
})

/** What the pure function says, for somebody who may enter at all. */
function expectedEnd(tool: RegisteredTool, input: object, subject: Subject, mode: "approve" | "auto"): End {
  const { rules, isPerson } = subject
  if (examples[tool.name]?.ofPeople && !isPerson) return "refuse"
  const all = Array.isArray(tool.procedure.access) ? tool.procedure.access : [tool.procedure.access]
  const holds = (rule: unknown) => typeof rule === "string" || rules.has("*") || rules.has((rule as { id: string }).id)
  if (!all.every(holds)) return "refuse"
  return dispose({
    effect: tool.effect,
    mode,
    read: "own",
    destination: addressesOf(tool, input as Record<string, unknown>).length > 0 ? "unnamed" : "none",
    draft: tool.draft,
    alwaysSign: alwaysSigns(tool, input),
    policy: { twoPerson: false, forbidAuto: false, off: false },
  })
}

async function viaMcp(send: ReturnType<typeof rawOldClient>, tool: RegisteredTool, input: object): Promise<End> {
  const { status, body } = await send("tools/call", { name: tool.wireName, arguments: input } as never)
  if (status === 403) return "refuse"
  const { structuredContent, isError } = body.result ?? {}
  if (structuredContent?.status === "awaiting_signature") return "propose"
  if (body.result && !isError) return "run"
  // Whoever lacks a rule is asked for more scopes, by 403; whom no scope would help is told so.
  if (examples[tool.name]?.ofPeople && /^Only a person/.test(body.result?.content?.[0]?.text ?? "")) return "refuse"
  throw new Error(`${tool.name} answered ${status} ${JSON.stringify(body)}`)
}

function refusal(error: { code?: string }): End {
  if (error.code === "forbidden") return "refuse"
  throw error
}

/** Changes of the world, those of drafts in their own records; the ledger of calls has its own rows. */
async function changes(): Promise<number> {
  const records = new Set(tools.flatMap(({ procedure }) => procedure.recordedIn ?? []))
  const counts = [
    "SELECT count(*) FROM platform.audit WHERE effect <> 'read' AND outcome = 'executed' AND thing_type IS DISTINCT FROM 'ai.toolCall'",
    ...[...records].map((table) => `SELECT count(*) FROM ${table}`),
  ]
  const { rows } = await database.pool.query(`SELECT (${counts.join(") + (")}) AS n`)
  // A sum of counts comes as text, and "10" would be less than "9".
  return Number(rows[0].n)
}

async function person(name: string, role: "operator" | "viewer"): Promise<Subject> {
  const caller = await join(testing, name, role)
  return { isPerson: true, caller, rules: caller.principal.rules }
}

async function application(rules: readonly string[]): Promise<Subject> {
  const { rows } = await database.pool.query(
    "INSERT INTO platform.application (name, rules) VALUES (gen_random_uuid()::text, $1) RETURNING id",
    [rules],
  )
  const { key } = await createApiKey(database.direct, rows[0].id)
  return { isPerson: false, bearer: key, rules: platform.registry.expand([...rules]) }
}

function byKey(key: string): Subject["session"] {
  const session = openSession(url)
  return {
    call: async (verb, input) => {
      const response = await session.get(`/api/v1/${verb.replace(".", "/")}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(input),
      })
      return { status: response.status, body: (await response.json()) as object }
    },
  }
}

async function client(scopes: string[]): Promise<Subject> {
  const otto = await join(testing, "otto", "operator")
  const clientId = `table-${scopes.join("-")}`
  await platform.call(root, oauthContract.addOauthClient, { name: clientId, clientId, redirectUris: [REDIRECT] })
  const verifier = randomBytes(32).toString("base64url")
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: scopes.join(" "),
    state: "s",
    resource: url + MCP_PATH,
  }).toString()
  const http = { request: new Request(url), responseHeaders: new Headers(), address: "127.0.0.1" }
  const { redirectUrl } = await platform.call({ ...otto, http }, oauthContract.grantAuthorization, { request, scopes })
  const code = new URL(redirectUrl).searchParams.get("code") ?? ""
  const response = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const granted = expandScopes(platform.registry, scopes)
  return {
    isPerson: true,
    bearer: access_token,
    rules: new Set([...granted].filter((id) => otto.principal.rules.has(id))),
  }
}
