import { randomUUID } from "node:crypto"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import {
  exampleInput,
  HEAVY,
  HOSTILE,
  hostileFor,
  pick,
  type Session,
  seededRandom,
  writeHostile,
} from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../../../packages/core/src/http/json-schema.ts"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { EMAIL, startBuiltServer } from "../from-outside/built-server.fixture.ts"
import { plugins } from "../plugins.ts"

const AT_ONCE = 6
const MOST_BYTES = 8 * 1024
const SHAPE = ["code", "message", "issues", "current", "currentLeftOut", "retryAfterSeconds", "correlationId"]

export interface FuzzSize {
  seed: number
  /** How many of the hostile values each field gets. */
  perField: number
  /** How many of the heavy ones each verb gets. */
  heavyPerVerb: number
}

interface Asked {
  what: string
  path: string
  init?: { method?: string; headers: Record<string, string> }
  /** Written when it is sent: all of them together are more than memory has room for. */
  body?: () => string
  /** OAuth and MCP have shapes of their own. */
  shape?: "ours" | "oauth" | "mcp"
}

interface Finding {
  what: string
  problem: string
}

export async function describeFuzz(size: FuzzSize): Promise<void> {
  const fuzz = await startFuzz()

  describe(`whatever a request says, it is answered (seed ${size.seed})`, () => {
    it.each(["verbs", "addresses", "doors"] as const)(
      "without a fault and in a few words: %s",
      { timeout: 3_600_000 },
      async (which) => {
        const asked = fuzz[which](size)
        const { findings, statuses } = await fuzz.ask(asked)
        console.info(`Fuzz of ${which}: ${asked.length} requests, by status ${JSON.stringify(statuses)}.`)
        expect(findings).toEqual([])
        await fuzz.expectWell()
      },
    )
  })
}

/** The built product with a little in it, and everything there is to ask it wrongly. */
async function startFuzz() {
  const { server, ana } = await startBuiltServer()
  const world = await fill(ana)
  const origin = new URL(server.url).origin
  const asAna = { cookie: ana.cookie(), origin, "content-type": "application/json" }
  const procedures = [platformPlugin, ...plugins].flatMap((plugin) => Object.values(plugin.contract) as AnyProcedure[])
  const routes = [platformPlugin, ...plugins].flatMap((plugin) =>
    plugin.routes.filter(({ origins }) => origins.includes("app")),
  )

  return {
    /** Every verb, each field in turn; reads in the query as well. Those that only read come first, those that delete last. */
    verbs({ seed, perField, heavyPerVerb }: FuzzSize): Asked[] {
      const random = seededRandom(seed)
      const order = ["read", "mutate", "destructive"]
      const sorted = procedures.toSorted((a, b) => order.indexOf(metaOf(a).effect) - order.indexOf(metaOf(b).effect))
      return sorted.flatMap((procedure) => {
        const { id, effect } = metaOf(procedure)
        const path = `/api/v1/${id.replace(".", "/")}`
        const schema = toJsonSchema(inputSchemaOf(procedure), "input")
        const fields = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)
        const valid = world.known(id, exampleInput(schema) as Record<string, unknown>)
        const post = (what: string, value: unknown): Asked => ({
          what: `${id}, ${what}`,
          path,
          init: { method: "POST", headers: asAna },
          body: () => writeHostile(value),
        })
        const bodies = [
          ...pick(
            HOSTILE.filter(([what]) => !isNoInput(what)),
            perField,
            random,
          ).map(([what, value]) => post(`all of it ${what}`, value)),
          ...pick(["toJSON", "__proto__", "constructor", "extra"], perField, random).map((key) =>
            post(`with the key ${key}`, { ...valid, ...Object.fromEntries([[key, { a: 1 }]]) }),
          ),
          ...pick([...HEAVY], heavyPerVerb, random).map(([what, value]) =>
            post(what, fields.length > 0 ? { ...valid, [pick(fields, 1, random)[0]![0]]: value } : value),
          ),
        ]
        for (const [field, of] of fields) {
          const hostile = [...hostileFor(of), ...forgedMarks(field, valid, schema)]
          for (const [what, value] of pick(hostile, perField, random)) {
            bodies.push(post(`${field}: ${what}`, { ...valid, ...Object.fromEntries([[field, value]]) }))
            if (effect === "read")
              bodies.push({
                what: `${id}?${field}=, ${what}`,
                path: `${path}?${queryOf(valid, field, value)}`,
                init: { headers: asAna },
              })
          }
        }
        return bodies
      })
    },

    addresses({ seed, perField }: FuzzSize): Asked[] {
      const random = seededRandom(seed)
      const get = (path: string): Asked => ({
        what: `GET ${path}`,
        path,
        init: { headers: asAna },
        shape: path.startsWith("/oauth/") ? "oauth" : "ours",
      })
      const stop = (path: string): Asked => ({
        what: `POST ${path}`,
        path,
        init: { method: "POST", headers: asAna },
        body: () => "{}",
      })
      const pages = [
        "/",
        "/assets/",
        "/signatures/",
        "/incidents/",
        "/connect-app/",
        "/api/v1/",
        "/api/v1/catalog/",
        "/api/",
        "/.well-known/",
        "/oauth/",
      ]
      const ids = [
        "/api/ai/chat/:id/stream",
        "/api/ai/chat/images/:id",
        "/api/v1/catalog/:id",
        "/api/v1/:id/listGroups",
      ]
      const words = pick(WORDS, perField * 2, random)
      const parameters = [
        "after",
        "since",
        "until",
        "limit",
        "principalId",
        "text",
        "state",
        "code",
        "error",
        "iss",
        "c",
        "request",
        "__proto__",
      ]
      return [
        ...pages.flatMap((page) => words.map((word) => get(page + word))),
        ...ids.flatMap((path) => words.map((word) => get(path.replace(":id", word)))),
        ...words.map((word) => stop(`/api/ai/chat/${word}/stop`)),
        ...words.map((word) => stop(`/api/ai/chat/${word}/tool-result`)),
        ...[
          ...routes.map(({ path }) => path),
          "/api/ai/chat/follow",
          "/oauth/authorize",
          "/api/v1/openapi.json",
        ].flatMap((path) =>
          parameters.flatMap((name) => pick(WORDS, perField, random).map((word) => get(`${path}?${name}=${word}`))),
        ),
        ...["/oauth/token", "/oauth/revoke"].flatMap((path) =>
          [
            "grant_type",
            "client_id",
            "code",
            "code_verifier",
            "refresh_token",
            "token",
            "redirect_uri",
            "resource",
            "scope",
          ].flatMap((name) =>
            pick(WORDS, perField, random).flatMap((word) =>
              ["authorization_code", "refresh_token"].map(
                (grant): Asked => ({
                  what: `POST ${path} ${grant} ${name}=${word.slice(0, 40)}`,
                  path,
                  shape: "oauth",
                  init: {
                    method: "POST",
                    headers: { "content-type": "application/x-www-form-urlencoded" },
                  },
                  body: () => formOf({ ...FORM, grant_type: grant }, name, word),
                }),
              ),
            ),
          ),
        ),
        ...["redirect_uris", "client_name", "token_endpoint_auth_method", "grant_types"].flatMap((name) =>
          pick([...HOSTILE, ...HEAVY], perField * 2, random).map(
            ([what, value]): Asked => ({
              what: `POST /oauth/register ${name} ${what}`,
              path: "/oauth/register",
              shape: "oauth",
              init: { method: "POST", headers: { "content-type": "application/json" } },
              body: () => writeHostile({ redirect_uris: ["https://app.example.test/"], [name]: value }),
            }),
          ),
        ),
      ]
    },

    /** The chat and MCP, field by field: they have no contract to read the fields off. */
    doors({ seed, perField }: FuzzSize): Asked[] {
      const random = seededRandom(seed)
      const chat = { conversationId: world.conversationId, message: { id: "m", text: "hello" } }
      const sdk = {
        id: world.conversationId,
        messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "hello" }] }],
      }
      const mcp = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "catalog_listSystems", arguments: {} },
      }
      const asApplication = {
        authorization: `Bearer ${world.key}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      }
      const asChat = { ...asAna, accept: "application/json" }
      const most = perField * 4
      const each = (
        path: string,
        headers: Record<string, string>,
        valid: object,
        places: readonly string[],
        shape: Asked["shape"],
      ) =>
        places.flatMap((place) =>
          pick([...HOSTILE, ...HEAVY], most, random).map(
            ([what, value]): Asked => ({
              what: `${path} ${place}: ${what}`,
              path,
              shape,
              init: { method: "POST", headers },
              body: () => writeHostile(withAt(valid, place.split("."), value)),
            }),
          ),
        )
      return [
        ...each(
          "/api/ai/chat",
          asChat,
          chat,
          [
            "conversationId",
            "message",
            "message.id",
            "message.text",
            "message.images",
            "connectionId",
            "model",
            "timeZone",
            "tab",
            "extra",
          ],
          "ours",
        ),
        ...each(
          "/api/ai/chat",
          asChat,
          sdk,
          [
            "id",
            "messages",
            "messages.0",
            "messages.0.id",
            "messages.0.role",
            "messages.0.parts",
            "messages.0.parts.0",
            "messages.0.parts.0.text",
            "trigger",
            "model",
          ],
          "ours",
        ),
        ...each(
          `/api/ai/chat/${world.conversationId}/tool-result`,
          asChat,
          { requestId: randomUUID(), tab: "a-tab-of-hers", lease: 1, result: {} },
          ["requestId", "tab", "lease", "result", "images", "failed", "extra"],
          "ours",
        ),
        ...each(
          "/api/ai/chat/tabs",
          asChat,
          { tab: "a-tab-of-hers", conversationIds: [world.conversationId] },
          ["tab", "conversationIds", "conversationIds.0", "extra"],
          "ours",
        ),
        ...each(
          "/api/ai/mcp",
          asApplication,
          mcp,
          [
            "jsonrpc",
            "id",
            "method",
            "params",
            "params.name",
            "params.arguments",
            "params.arguments.text",
            "params._meta",
            "extra",
          ],
          "mcp",
        ),
      ]
    },

    /** Asks all of it over a few connections. Answers what went wrong, and how often each status came. */
    async ask(asked: readonly Asked[]): Promise<{ findings: Finding[]; statuses: Record<string, number> }> {
      const findings: Finding[] = []
      const statuses: Record<string, number> = {}
      const queue = asked.values()
      const worker = async () => {
        for (const one of queue) {
          const { status, problem } = await judge(server.url, one)
          statuses[status] = (statuses[status] ?? 0) + 1
          if (problem) findings.push({ what: one.what.slice(0, 200), problem })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return { findings, statuses }
    },

    /** It answers, remembers who is there, and wrote down no fault of its own. */
    async expectWell(): Promise<void> {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect((await ana.call("platform.me")).body).toMatchObject({ email: EMAIL })
      const faults = server
        .output()
        .split("\n")
        .filter((line) => /"level":"error"/.test(line))
      expect(faults.slice(0, 5)).toEqual([])
    },
  }
}

async function judge(
  url: string,
  { path, init, body, shape = "ours" }: Asked,
): Promise<{ status: number; problem: string | null }> {
  const response = await fetch(url + path, {
    ...init,
    body: body?.(),
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
  }).catch((error) => error as Error)
  if (response instanceof Error)
    return { status: 0, problem: `no answer: ${response.message} ${String(response.cause ?? "")}` }
  const { status } = response
  // Some are streams that never end.
  if (status < 400) {
    await response.body?.cancel()
    return { status, problem: null }
  }
  const text = await response.text()
  if (status >= 500) return { status, problem: `${status} ${text.slice(0, 300)}` }
  if (isNodesOwn(status, text)) return { status, problem: null }
  return { status, problem: problemOf(text, shape) }
}

/** What Node's parser refuses never reaches the product. */
function isNodesOwn(status: number, text: string): boolean {
  return text === "" && [400, 414, 431].includes(status)
}

function problemOf(text: string, shape: Asked["shape"]): string | null {
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text)
  } catch {
    // Calendar programs are told in plain words.
    if (/^[A-Z][\w ,.'"-]{10,300}\.\n$/.test(text)) return null
    return `an error that is not JSON: ${text.slice(0, 100)}`
  }
  const bytes = Buffer.byteLength(text)
  if (bytes > MOST_BYTES) return `an error of ${bytes} bytes`
  // What is refused before the door is reached has our shape everywhere.
  if (shape === "oauth" && typeof body.error === "string") return null
  if (shape === "mcp" && body.jsonrpc === "2.0" && body.error) return null
  if (
    typeof body.code !== "string" ||
    typeof body.message !== "string" ||
    Object.keys(body).some((key) => !SHAPE.includes(key))
  )
    return `an error of another shape: ${text.slice(0, 100)}`
  if (Array.isArray(body.issues) && body.issues.length > 10) return `${body.issues.length} issues`
  return null
}

/** One of each kind of thing, so that what is asked wrongly is asked about something that is there. */
async function fill(ana: Session) {
  const make = async <T = { id: string }>(verb: string, input: object): Promise<T> => {
    const { status, body } = await ana.call<T>(verb, input)
    if (status !== 200) throw new Error(`${verb} failed: ${JSON.stringify(body)}`)
    return body
  }
  // A client that calls more often is told to wait, and nothing else.
  const { version } = await make<{ version: number }>("ai.getSettings", {})
  await make("ai.updateSettings", { callsPerMinute: 10_000, version })
  const group = await make("catalog.createGroup", { name: "Payments" })
  const environment = await make("catalog.createEnvironment", { name: "Production" })
  const system = await make("catalog.createSystem", { name: "Checkout", groupIds: [group.id] })
  const incident = await make("incident.create", { title: "Down", severity: "major", systemIds: [system.id] })
  const team = await make("platform.createTeam", { name: "On call" })
  const role = await make("platform.createRole", { name: "Watchers" })
  const application = await make<{ application?: { id: string }; id?: string; key: string }>(
    "platform.createApplication",
    { name: "Script", roles: ["operator"] },
  )
  const conversation = await make("ai.createConversation", {})
  const skill = await make("ai.createSkill", { title: "Triage", text: "Look first." })
  const memory = await make("ai.saveMemory", { text: "Checkout is slow on Mondays." })
  const byName: Record<string, unknown> = {
    groupId: group.id,
    environmentId: environment.id,
    systemId: system.id,
    systemIds: [system.id],
    teamId: team.id,
    conversationId: conversation.id,
    skillId: skill.id,
    memoryId: memory.id,
    resource: "catalog.system",
    thingId: system.id,
    toolName: "catalog.listSystems",
  }
  const byVerb: [RegExp, string][] = [
    [/^incident\./, incident.id],
    [/^platform\.\w*Team$/, team.id],
    [/^platform\.\w*Role$/, role.id],
    [/^ai\.\w*Conversation$/, conversation.id],
  ]
  return {
    conversationId: conversation.id,
    key: application.key,
    known(verb: string, input: Record<string, unknown>): Record<string, unknown> {
      const filled = Object.entries(input).map(([key, value]) => {
        const id = key === "id" || key === "ids" ? byVerb.find(([of]) => of.test(verb))?.[1] : undefined
        if (id !== undefined) return [key, key === "ids" ? [id] : id]
        return [key, byName[key] ?? value]
      })
      return Object.fromEntries(filled)
    },
  }
}

/** Taken for "nothing to say", with which some verbs do what they are for, such as ending Ana's session. */
function isNoInput(what: string): boolean {
  return what === "null" || what === "an empty object"
}

const FORM = { client_id: "nobody", code: "x", code_verifier: "x".repeat(43), refresh_token: "x", token: "x" }

/** As they stand in an address: half of them no UTF-8, none of them polite. */
const WORDS = [
  "%00",
  "a%00b",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%E0%A4%A",
  "%",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%2f..%2f..%2fetc%2fpasswd",
  "....//....//etc/passwd",
  "%5c..%5c..%5cwindows",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "00000000-0000-0000-0000-00000000000g",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  "2026-01-01T00:00:00%2B23:59",
  "-1",
  "99999999999999999999",
  "1e308",
  "0.5",
  "NaN",
  "%5B%5D",
  "%7B%22a%22%3A%22%5Cu0000%22%7D",
  `${"%5B".repeat(4_000)}`,
  "x".repeat(12_000),
  "%F0%9F%98%80".repeat(500),
  "'%20OR%201=1--",
  "%0d%0aset-cookie:%20a=b",
  "index.html",
  "x.js",
  "a:b:c",
  "a:ffffffff-ffff-ffff-ffff-ffffffffffff:999999999",
]

/** Marks of pages that nobody handed out, for each order there is. */
function forgedMarks(field: string, valid: Record<string, unknown>, schema: Record<string, unknown>) {
  if (field !== "after" && field !== "before") return []
  const { sort } = schema.properties as Record<string, { enum?: string[]; default?: string }>
  const orders = [sort?.default ?? "at", ...(typeof valid.sort === "string" ? [valid.sort] : [])]
  const values = [
    "",
    "x",
    "\u0000",
    "\ud800",
    "-1",
    "99999999999999999999",
    "1e999",
    "NaN",
    "0000-01-01T00:00:00Z",
    "infinity",
    "now",
    "2026-01-01 00:00:00+23:59",
    "true",
  ]
  return orders.flatMap((order) =>
    values.flatMap((value) =>
      ["x", "\u0000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "99999999999999999999", "1"].map((id) => {
        const mark = Buffer.from(JSON.stringify([order, value, id])).toString("base64url")
        return [`a forged mark ${JSON.stringify([order, value, id])}`, mark] as const
      }),
    ),
  )
}

function queryOf(valid: Record<string, unknown>, field: string, value: unknown): string {
  const text = (one: unknown) =>
    encodeURIComponent((typeof one === "string" ? one : JSON.stringify(one)).toWellFormed())
  const others = Object.entries(valid).filter(([key]) => key !== field)
  // A longer address never gets past Node.
  return [...others, [field, value] as const]
    .map(([key, one]) => `${key}=${text(one)}`)
    .join("&")
    .slice(0, 14_000)
    .replace(/%[0-9A-F]?$/, "")
}

function formOf(valid: Record<string, string>, name: string, word: string): string {
  const others = Object.entries(valid).filter(([key]) => key !== name)
  return [...others.map(([key, value]) => `${key}=${value}`), `${name}=${word}`].join("&")
}

function withAt(value: unknown, [key, ...rest]: string[], hostile: unknown): unknown {
  if (key === undefined) return hostile
  if (Array.isArray(value)) return value.map((entry, at) => (String(at) === key ? withAt(entry, rest, hostile) : entry))
  return { ...(value as object), [key]: withAt((value as Record<string, unknown> | undefined)?.[key], rest, hostile) }
}
