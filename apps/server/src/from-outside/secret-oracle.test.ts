import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import { databaseFromTemplate, exampleInput, openSession, signIn, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { toJsonSchema } from "../../../../packages/core/src/http/json-schema.ts"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { plugins } from "../plugins.ts"

/** What somebody may try: of each shape one that is stored as a secret and one, just as long, that is not. */
const STORED = {
  word: "Autumn2026!",
  small: "autumn-harbour",
  number: "482915",
  uuid: "7f3c9a10-52d4-4e8b-9c61-0b2f7d4e8a35",
  email: "swan@harbour.test",
  url: "https://swan.harbour.test/november",
}
type Guesses = typeof STORED
const OTHER: Guesses = {
  word: "Winter2031?",
  small: "winter-meadows",
  number: "739206",
  uuid: "1e8b4d27-90a6-4c3f-8d52-6a7c0f1b9e48",
  email: "crow@meadows.test",
  url: "https://crow.meadows.test/february",
}

const PASSWORD = "correct horse battery"
const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const server = await spawnServer({
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for this server alone, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: PASSWORD,
})
afterAll(async () => {
  await server.stop()
  await drop()
})
const origin = new URL(server.url).origin
const ana = await signIn(server.url, "ana@example.test", PASSWORD)
for (const [name, value] of Object.entries(STORED))
  expect((await ana.call("platform.setSecret", { name, value })).status).toBe(200)
const procedures = [platformPlugin, ...plugins].flatMap((plugin) => Object.values(plugin.contract) as AnyProcedure[])

interface Asked {
  what: string
  path: string
  init: RequestInit
}
type Ask = (guesses: Guesses) => Asked

describe("an answer does not tell a stored secret from any other text", () => {
  it("to somebody without an account, by any verb", { timeout: 120_000 }, async () => {
    const { found, entered } = await overEveryVerb(async () => [{}, {}])
    expect(found).toEqual([])
    expect(entered).toBeGreaterThan(14)
  })

  it("to somebody without an account, by any address and any header", { timeout: 120_000 }, async () => {
    const asked = [...addresses(), ...headers(), ...oauth()]
    expect(asked.length).toBeGreaterThan(200)
    expect((await together(asked, (ask) => compare(ask, {}, {}))).flatMap(({ found }) => found)).toEqual([])
  })

  it("to a viewer, by any verb", { timeout: 240_000 }, async () => {
    // One for each, so that what the one changes is not there for the other.
    const emails = ["vera@example.test", "vito@example.test"]
    for (const email of emails) await joinAs(email)
    const { found, entered } = await overEveryVerb(async () => {
      const [vera, vito] = await Promise.all(emails.map((email) => signIn(server.url, email, PASSWORD)))
      return [{ cookie: vera!.cookie() }, { cookie: vito!.cookie() }]
    })
    expect(found).toEqual([])
    expect(entered).toBeGreaterThan(50)
  })
})

/** Verbs that turn the caller away at the door are asked once; the others in every way. */
async function overEveryVerb(enter: () => Promise<[Headed, Headed]>) {
  let headed = await enter()
  let entered = 0
  const found: string[] = []
  const askAll = async (procedure: AnyProcedure) => {
    for (const [at, ask] of requestsTo(procedure).entries()) {
      const { status, found: more } = await compare(ask, ...headed)
      found.push(...more)
      // It may have ended the session it was asked with.
      if (status === 401 && headed[0].cookie) headed = await enter()
      if (status === 401 || status === 403) break
      if (at === 0) entered++
    }
  }
  const { read = [], change = [] } = Object.groupBy(procedures, (procedure) =>
    metaOf(procedure).effect === "read" ? "read" : "change",
  )
  await together(read, askAll)
  for (const procedure of change) await askAll(procedure)
  return { found, entered }
}

type Headed = Record<string, string>

/** As the name of a field, in every field, in those alone that must be there, and in a query. */
function requestsTo(procedure: AnyProcedure): Ask[] {
  const { id, effect } = metaOf(procedure)
  const path = `/api/v1/${id.replace(".", "/")}`
  const schema = toJsonSchema(inputSchemaOf(procedure), "input")
  const post = (what: string, body: (guesses: Guesses) => unknown): Ask => {
    const headers = { "content-type": "application/json", origin }
    return (guesses) => ({
      what: `${id}, ${what}`,
      path,
      init: { method: "POST", headers, body: JSON.stringify(body(guesses)) },
    })
  }
  return [
    post("unknown fields", (guesses) => ({
      ...(filled(schema, guesses, true) as object),
      ...Object.fromEntries(Object.values(guesses).map((guess) => [guess, guess])),
    })),
    post("escaped", (guesses) => ({ [guesses.word]: { [guesses.small]: guesses.number } })),
    post("every field", (guesses) => filled(schema, guesses, true)),
    post("what must be there", (guesses) => filled(schema, guesses, false)),
    ...(effect === "read"
      ? [
          (guesses: Guesses): Asked => {
            const query = new URLSearchParams()
            for (const [name, value] of Object.entries(filled(schema, guesses, true) as object))
              query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value))
            query.append(guesses.word, guesses.small)
            query.append(guesses.email, guesses.small)
            return { what: `${id} in a query`, path: `${path}?${query}`, init: {} }
          },
        ]
      : []),
  ]
}

type Schema = Record<string, unknown>

/** An input with guesses wherever the schema takes a text or a number. */
function filled(schema: Schema, guesses: Guesses, optionalToo: boolean): unknown {
  if (schema.const !== undefined || Array.isArray(schema.enum)) return exampleInput(schema)
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) return filled(branches.find((branch) => branch.type !== "null") ?? {}, guesses, optionalToo)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object": {
      const properties = (schema.properties ?? {}) as Record<string, Schema>
      const names = optionalToo ? Object.keys(properties) : ((schema.required ?? []) as string[])
      const fields = names.map((name) => [name, filled(properties[name] ?? {}, guesses, optionalToo)])
      const isRecord = optionalToo && typeof schema.additionalProperties === "object"
      return Object.fromEntries(isRecord ? [...fields, [guesses.word, guesses.small]] : fields)
    }
    case "array":
      return [filled((schema.items ?? {}) as Schema, guesses, optionalToo)]
    case "integer":
    case "number":
      return Number(guesses.number)
    case "string":
      return guessFor(schema, guesses)
    default:
      return exampleInput(schema)
  }
}

function guessFor({ format, pattern, minLength, maxLength }: Schema, guesses: Guesses): string {
  const byFormat: Record<string, string> = { uuid: guesses.uuid, email: guesses.email, uri: guesses.url }
  const fits = (guess: string) =>
    guess.length >= Number(minLength ?? 0) &&
    guess.length <= Number(maxLength ?? Number.POSITIVE_INFINITY) &&
    (pattern === undefined || new RegExp(String(pattern), "u").test(guess))
  // What fits nowhere is refused, which is an answer as well.
  return byFormat[String(format)] ?? Object.values(guesses).find(fits) ?? guesses.word
}

function addresses(): Ask[] {
  const places = [
    "/api/v1/X/x",
    "/api/v1/platform/X",
    "/api/v1/X",
    "/api/X",
    "/assets/X",
    "/X.txt",
    "/.well-known/X",
    "/oauth/X",
    "/oauth/authorize?client_id=X",
    "/api/ai/chat/X/stream",
    "/api/ai/chat/X/tool-result",
    "/api/ai/chat/images/X",
    "/api/ai/mcp/X",
    "/api/v1/oidc/X",
    "/readyz/X",
  ]
  return places.flatMap((place) =>
    (["word", "small", "uuid", "email"] as const).map(
      (shape): Ask =>
        (guesses) => ({
          what: `${place}, ${shape}`,
          path: place.replace("X", encodeURIComponent(guesses[shape])),
          init: {},
        }),
    ),
  )
}

function headers(): Ask[] {
  const names = [
    "content-type",
    "content-encoding",
    "origin",
    "x-correlation-id",
    "idempotency-key",
    "authorization",
    "cookie",
    "accept",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
    "x-forwarded-host",
    "user-agent",
  ]
  const targets = [
    "/api/v1/platform/signIn",
    "/api/v1/platform/setSecret",
    "/api/ai/chat",
    "/api/ai/mcp",
    "/api/nothing",
  ]
  return targets.flatMap((path) =>
    names.flatMap((name) =>
      (["word", "small", "uuid"] as const).map(
        (shape): Ask =>
          (guesses) => ({
            what: `${name} at ${path}, ${shape}`,
            path,
            init: {
              method: "POST",
              headers: {
                "content-type": "application/json",
                [name]: name === "authorization" ? `Bearer ${guesses[shape]}` : guesses[shape],
              },
              body: "{}",
            },
          }),
      ),
    ),
  )
}

function oauth(): Ask[] {
  const fields = ["grant_type", "client_id", "code", "code_verifier", "refresh_token", "token", "redirect_uri", "scope"]
  const form = (path: string, write: (guesses: Guesses) => Record<string, string>): Ask => {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    return (guesses) => {
      const written = write(guesses)
      const body = new URLSearchParams(written).toString()
      return { what: `${path} ${Object.keys(written)[0]}`, path, init: { method: "POST", headers, body } }
    }
  }
  return [
    ...["/oauth/token", "/oauth/revoke"].flatMap((path) => [
      ...fields.map((field) => form(path, ({ word }) => ({ [field]: word, grant_type: "authorization_code" }))),
      form(path, ({ word, small }) => ({ [word]: small })),
    ]),
    (guesses) => ({
      what: "/oauth/register",
      path: "/oauth/register",
      init: {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ [guesses.word]: 1, client_name: guesses.small, redirect_uris: [guesses.word] }),
      },
    }),
  ]
}

async function joinAs(email: string): Promise<void> {
  const { body } = await ana.call<{ link: string }>("platform.invitePerson", { email, roles: ["viewer"] })
  const token = new URL(body.link).hash.replace("#token=", "")
  const { status } = await openSession(server.url).call("platform.acceptInvitation", {
    token,
    name: "Vera",
    password: PASSWORD,
  })
  expect(status).toBe(200)
}

/** Where the answer to the stored ones and that to the others are not alike. */
async function compare(ask: Ask, stored: Headed, other: Headed): Promise<{ status: number; found: string[] }> {
  const { what } = ask(STORED)
  const [one, two] = await Promise.all([answer(ask(STORED), STORED, stored), answer(ask(OTHER), OTHER, other)])
  const parts = ["status", "headers", "length", "text"] as const
  const told = parts.filter((part) => one[part] !== two[part])
  return { status: one.status, found: told.map((part) => `${what}, ${part}: ${one[part]} | ${two[part]}`) }
}

async function together<Value, Result>(values: readonly Value[], work: (value: Value) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < values.length; at += 8) results.push(...(await Promise.all(values.slice(at, at + 8).map(work))))
  return results
}

let clients = 0

/** Status, headers, length and text, without what differs between any two answers, and with an X for each guess. */
async function answer({ path, init }: Asked, guesses: Guesses, headers: Headed) {
  clients++
  // Each from an address of its own: what one is allowed is not what the other is.
  const address = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  const response = await fetch(server.url + path, {
    ...init,
    redirect: "manual",
    headers: { ...headers, ...(init.headers as Headed), "x-forwarded-for": address },
  })
  const text = await response.text()
  const plain = (said: string) => withoutChance(withoutGuesses(said, guesses))
  const told = [...response.headers].filter(([name]) => name !== "date" && name !== "x-correlation-id")
  return {
    status: response.status,
    headers: told
      .map(([name, value]) => `${name}: ${plain(name === "set-cookie" ? emptied(value) : value)}`)
      .join("\n"),
    length: text.length,
    text: plain(text),
  }
}

function emptied(cookie: string): string {
  return cookie.replace(/=[^;]*/, "=")
}

function withoutGuesses(said: string, guesses: Guesses): string {
  const { word, ...rest } = guesses
  const forms = [word, ...Object.values(rest)].flatMap((guess) => [
    guess,
    guess.toLowerCase(),
    encodeURIComponent(guess),
    Buffer.from(guess).toString("base64url"),
    guess.replace(/^https:\/\/|\/\w+$/g, ""),
  ])
  return forms.reduce((left, form) => left.replaceAll(form, "X"), said)
}

function withoutChance(said: string): string {
  return said
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "U")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "T")
    .replace(/[\w-]{24,}/g, "R")
    .replaceAll("vito@", "vera@")
}
