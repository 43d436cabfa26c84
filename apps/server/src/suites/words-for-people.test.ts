import { randomUUID } from "node:crypto"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import {
  databaseFromTemplate,
  exampleInput,
  openSession,
  type Session,
  signIn,
  spawnServer,
} from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { READER } from "../../../../packages/core/src/contract/error-codes.ts"
import { toJsonSchema } from "../../../../packages/core/src/http/json-schema.ts"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { idPlaces, withId } from "../../../../packages/testing/src/matrix/matrix-hidden.ts"
import { plugins } from "../plugins.ts"

const EMAIL = "ana@example.test"
const PASSWORD = "correct horse battery"
const AT_ONCE = 6

interface Asked {
  as: "ana" | "vera" | "nobody"
  verb: string
  what: string
  input: unknown
  /** Where it is not the verb's own. */
  path?: string
}

const CHAT = "/api/ai/chat"

interface ErrorBody {
  message: string
  issues?: { path: string; message: string }[]
}

const all = [platformPlugin, ...plugins]
const procedures = all.flatMap((plugin) => Object.values(plugin.contract) as AnyProcedure[])
const tools = all.flatMap((plugin) => (plugin.tools ?? []).map(({ name }) => `${plugin.id}.${name}`))
const names = new Set([...procedures.map((procedure) => metaOf(procedure).id), ...tools])
const world = await start()

/** The built product, every verb of it, asked as pages ask. */
describe("what a page shows when something is refused", () => {
  it.each([
    ["an empty input", empty],
    ["fields of the wrong kind", wrong],
    ["ids of nothing", unknownIds],
    ["somebody who may do nothing", unentitled],
    ["somebody who is not signed in", signedOut],
  ] as const)("names no verb, no tool and no part of a schema: %s", { timeout: 300_000 }, async (what, casesOf) => {
    const asked = procedures.flatMap((procedure) => casesOf(procedure))
    const { refused, told, findings } = await world.ask(asked)
    console.info(`Words for people, ${what}: ${asked.length} requests, ${refused} refused, ${told} told in an answer.`)
    expect(findings).toEqual([])
    // The least there is, so that a walk that reaches nothing does not pass.
    expect(refused).toBeGreaterThan(LEAST[what])
    // What one of several was refused for stands in an answer that is none.
    if (what === "ids of nothing") expect(told).toBeGreaterThan(4)
  })

  it("names none of them at the door of the chat either", async () => {
    const conversationId = randomUUID()
    const message = { id: randomUUID(), text: "Hello" }
    const inputs = {
      empty: {},
      "an unknown conversation": { conversationId, message },
      "again in an unknown conversation": { conversationId, regenerate: true },
      "fields of the wrong kind": { conversationId: 1, message: "Hello", timeZone: [] },
      "an empty message": { conversationId, message: { ...message, text: "" } },
      "a field that is not known": { conversationId, message, "no such field": 1 },
    }
    const asked = Object.entries(inputs).flatMap(([what, input]) =>
      (["ana", "vera", "nobody"] as const).map((as): Asked => ({ as, what, input, verb: "the chat", path: CHAT })),
    )
    const { refused, findings } = await world.ask(asked)
    expect(findings).toEqual([])
    expect(refused).toBe(asked.length)
  })

  it("names none of them at any address beside the API, whoever opens it", async () => {
    const routes = all.flatMap(({ routes = [] }) => routes).filter(({ origins }) => origins.includes("app"))
    const filled = (path: string) => path.replaceAll(/:\w+/g, "x".repeat(300)).replaceAll("*", "x".repeat(300))
    const answers = await Promise.all(
      routes.flatMap(({ method, path }) =>
        (["ana", "vera"] as const).flatMap((as) =>
          ["", "?from=x&until=x&effect=x&limit=-1"].map((query) => world.open(as, method, filled(path) + query)),
        ),
      ),
    )
    const refused = answers.filter(({ status, type }) => status >= 400 && !type.includes("html"))
    expect(
      refused.flatMap(({ address, text, type }) =>
        problemsOf(type.includes("json") ? JSON.parse(text) : { message: text }).map((one) => `${address}: ${one}`),
      ),
    ).toEqual([])
    expect(refused.length).toBeGreaterThan(2)
  })

  it("is judged by rules that find each of these", () => {
    const verb = "catalog.createSystem"
    for (const said of [
      `List them with ${verb}.`,
      "Look at catalog_createSystem.",
      "Look at listDocs first.",
      "Invalid input: expected string, received undefined",
      "Too small: expected string to have >=1 characters",
      "The input does not fit.",
      "",
    ])
      expect(problemsOf({ message: said }), said).not.toEqual([])
    expect(
      problemsOf({ message: "No system has the id 7f3c. Vera lacks the permission catalog.system.read." }),
    ).toEqual([])
  })
})

const LEAST = {
  "an empty input": 80,
  "fields of the wrong kind": 500,
  "ids of nothing": 80,
  "somebody who may do nothing": procedures.length * 0.9,
  "somebody who is not signed in": procedures.length * 0.9,
}

/** Where nothing has to be filled in, an empty input is no mistake: it would be done. */
function empty(procedure: AnyProcedure): Asked[] {
  if (inputSchemaOf(procedure).safeParse({}).success) return []
  return [{ as: "ana", verb: metaOf(procedure).id, what: "nothing filled in", input: {} }]
}

const WRONG: [what: string, value: unknown][] = [
  ["emptied", ""],
  ["one letter", "x"],
  ["too long", "x".repeat(20_000)],
  ["a negative number", -1],
  ["an object", { a: 1 }],
  ["a list of objects", [{ a: 1 }]],
  ["null", null],
]

function wrong(procedure: AnyProcedure): Asked[] {
  const verb = metaOf(procedure).id
  const fields = Object.keys((toJsonSchema(inputSchemaOf(procedure), "input").properties ?? {}) as object)
  const unknown: Asked = { as: "ana", verb, what: "a field that is not known", input: { "no such field": 1 } }
  return [
    unknown,
    ...WRONG.map(([what, value]) => ({ what, input: Object.fromEntries(fields.map((field) => [field, value])) }))
      .filter(({ input }) => !inputSchemaOf(procedure).safeParse(input).success)
      .map((one): Asked => ({ as: "ana", verb, ...one })),
  ]
}

function unknownIds(procedure: AnyProcedure): Asked[] {
  const valid = exampleInput(toJsonSchema(inputSchemaOf(procedure), "input")) as object
  const verb = metaOf(procedure).id
  return idPlaces([procedure]).map((place) => {
    const input = withId(place, valid, randomUUID())
    return { as: "ana", verb, what: `nothing has the id in ${place.path.join(".")}`, input }
  })
}

/** What no contract knows is refused after the question of rights, and does nothing. */
function unentitled(procedure: AnyProcedure): Asked[] {
  return [{ as: "vera", verb: metaOf(procedure).id, what: "without a right", input: { "no such field": 1 } }]
}

function signedOut(procedure: AnyProcedure): Asked[] {
  return [{ as: "nobody", verb: metaOf(procedure).id, what: "signed out", input: { "no such field": 1 } }]
}

const SCHEMA_WORDS =
  /\b(?:expected (?:string|number|object|array|boolean|int)|received \w+|Invalid input|Too (?:small|big)|Unrecognized|undefined|null|NaN|schema|regex|does not fit|the input of)\b|[<>]=/i
/** `listDocs`, `ownerTeamId`: nobody speaks like that. */
const CAMEL = /\b[a-z]+[A-Z]\w*/g
const DOTTED = /[A-Za-z][\w-]*(?:[._]\w+)+/g
/** Said where nothing else was left to say: then somebody learns nothing. */
const SAYS_NOTHING = /^This cannot be done as it stands\./

function problemsOf({ message, issues = [] }: ErrorBody): string[] {
  return [message, ...issues.map((issue) => issue.message)].flatMap((said) => {
    const found = [
      ...(said.match(DOTTED) ?? []).filter((word) => names.has(word) || names.has(word.replace("_", "."))),
      ...(said.match(CAMEL) ?? []),
      ...(said.match(SCHEMA_WORDS) ?? []),
      ...(said.trim() === "" || SAYS_NOTHING.test(said) ? ["nothing"] : []),
    ]
    return found.length > 0 ? [`${found.join(", ")} in: ${said.slice(0, 300)}`] : []
  })
}

/** Sentences for people in an answer that is no refusal: why one of several was left as it is, why a card no longer stands. */
function toldIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([key, one]) =>
    /^(message|stale|problem|whyNot)$/.test(key) && typeof one === "string" && one ? [one] : toldIn(one),
  )
}

async function start() {
  const cluster = inject("postgres")
  const { config, drop } = await databaseFromTemplate(cluster, plugins)
  const server = await spawnServer({
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret for this server alone, long enough",
    COUNTERSIGN_ADMIN_EMAIL: EMAIL,
    COUNTERSIGN_ADMIN_PASSWORD: PASSWORD,
  })
  afterAll(async () => {
    await server.stop()
    await drop()
  })
  const ana = await signIn(server.url, EMAIL, PASSWORD)
  const { version } = (await ana.call<{ version: number }>("ai.getSettings")).body
  await ana.call("ai.updateSettings", { callsPerMinute: 10_000, version })
  const vera = await join(ana, "vera@example.test")
  const cookies = { ana: ana.cookie(), vera: vera.cookie(), nobody: "" }
  const { origin } = new URL(server.url)

  return {
    /** As a browser or a program opens an address: without saying who reads. */
    async open(as: "ana" | "vera", method: string, address: string) {
      const headers = { cookie: cookies[as], origin, connection: "close" }
      const response = await fetch(server.url + address, { method, headers, redirect: "manual" })
      const type = response.headers.get("content-type") ?? ""
      return { address: address.slice(0, 60), status: response.status, type, text: await response.text() }
    },
    async ask(asked: readonly Asked[]): Promise<{ refused: number; told: number; findings: string[] }> {
      const findings: string[] = []
      let refused = 0
      let told = 0
      const rest = asked.values()
      const worker = async () => {
        for (const { as, verb, what, input, path = `/api/v1/${verb.replace(".", "/")}` } of rest) {
          const response = await fetch(server.url + path, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              // On a starved machine the server may close an idle connection in the moment in which it is used again.
              connection: "close",
              [READER.header]: READER.person,
              origin,
              ...(cookies[as] && { cookie: cookies[as] }),
            },
            body: JSON.stringify(input),
          })
          const text = await response.text()
          if (response.status < 400) {
            for (const message of toldIn(JSON.parse(text))) {
              told++
              const problems = problemsOf({ message })
              findings.push(...problems.map((problem) => `${verb}, ${what}, ${as}, in its answer: ${problem}`))
            }
            continue
          }
          refused++
          const problems = problemsOf(JSON.parse(text) as ErrorBody)
          findings.push(...problems.map((problem) => `${verb}, ${what}, ${as} (${response.status}): ${problem}`))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return { refused, told, findings }
    },
  }

  /** Somebody without any role. */
  async function join(inviter: Session, email: string): Promise<Session> {
    const { body } = await inviter.call<{ link: string }>("platform.invitePerson", { email })
    const token = new URLSearchParams(new URL(body.link).hash.slice(1)).get("token")
    const session = openSession(server.url)
    const joined = await session.call("platform.acceptInvitation", { token, name: "Vera", password: PASSWORD })
    if (joined.status !== 200) throw new Error(JSON.stringify(joined.body))
    return session
  }
}
