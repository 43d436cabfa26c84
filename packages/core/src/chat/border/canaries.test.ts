import { Readable, Writable } from "node:stream"
import { createGunzip } from "node:zlib"
import { describe, expect, it } from "vitest"
import { backup } from "../../db/backup/backup.ts"
import { openBackup } from "../../db/backup/backup-file.ts"
import { DIALECTS, SECRETS, type SecretRow } from "../../secrets/mask/table.fixture.ts"
import { testChat } from "../chat.fixture.ts"
import { type Asked, type Scripted, startScriptedProvider } from "../scripted-provider.fixture.ts"

const chat = await testChat({
  built: true,
  scripts: [],
  platform: { chat: { flushMs: 20, pods: { beatMs: 1_000, deadAfterMs: 60_000 } } },
})
const { pool } = chat.testing.database
let script: (asked: Asked) => Scripted = () => ({ say: "Done." })
const provider = await startScriptedProvider((asked) => script(asked))
const { id: connectionId } = await chat.connect({
  baseUrl: provider.url,
  label: "Chatty",
  contextWindowTokens: 500_000,
})

/** Long enough that none stands anywhere by chance, and on one line: they are looked for in JSON and in tables. */
const isCanary = ([, , secret]: SecretRow) => secret.length >= 16 && /^[!#-[\]-~]+$/.test(secret)
const CANARIES = [...SECRETS.filter(isCanary).slice(0, 60), ...DIALECTS.filter(isCanary)]
const TEXT = CANARIES.map(([what, ...parts]) => `${what}:\n${parts.join("")}\n\n`).join("")

const pieces = (text: string, size: number) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []

/** What one wire told, also put together: a secret in two pieces is one. */
function heardOn(wire: string): string {
  const events = wire
    .split("\n")
    .map((line) => line.replace(/^data: /, ""))
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, string>)
  const together = new Map<string, string>()
  for (const { type, id, toolCallId, delta, inputTextDelta } of events) {
    const key = `${type} ${id ?? toolCallId}`
    together.set(key, (together.get(key) ?? "") + (delta ?? inputTextDelta ?? ""))
  }
  return [wire, ...together.values()].join("\n")
}

async function rowsOf(table: string): Promise<string> {
  const { rows } = await pool.query(`SELECT t::text AS row FROM platform.${table} t`)
  return rows.map(({ row }) => row).join("\n")
}

const left = (where: string) =>
  CANARIES.filter(([, , secret]) => where.includes(secret) || where.includes(JSON.stringify(secret).slice(1, -1))).map(
    ([what]) => what,
  )

describe("credentials that a model writes in pieces", () => {
  it("are at least 80", () => {
    expect(CANARIES.length).toBeGreaterThanOrEqual(80)
  })

  it.each([1, 5, 16, 64])("of %i letters are on no wire, in no table, title or backup", async (size) => {
    script = ({ system, results }) => {
      if (system.includes("name conversations")) return { say: pieces(CANARIES[0]!.slice(1).join(""), size) }
      if (results.length > 0) return { say: pieces(TEXT, size) }
      return {
        think: pieces(TEXT, size),
        say: pieces(TEXT, size),
        calls: [{ name: "shelf_add", arguments: pieces(JSON.stringify({ title: TEXT }), size) }],
      }
    }
    const id = await chat.newConversation()
    const message = { id: crypto.randomUUID(), text: `Say this: ${TEXT}` }

    const first = await chat.post({ conversationId: id, connectionId, message })
    const again = await chat.post({ conversationId: id, connectionId, message }, { accept: "application/x-ndjson" })
    const [sse, ndjson] = await Promise.all([first.text(), again.text()])
    await chat.idle(id)

    expect(sse).toContain('"type":"reasoning-delta"')
    expect(sse).toContain('"type":"tool-input-delta"')
    expect(ndjson.split("[redacted]").length).toBeGreaterThan(CANARIES.length)
    expect(left(heardOn(sse))).toEqual([])
    expect(left(heardOn(ndjson))).toEqual([])
    const { rows: logged } = await pool.query("SELECT lines FROM platform.turn_log ORDER BY turn_id, first_seq")
    expect(left(heardOn(logged.map(({ lines }) => lines).join("\n")))).toEqual([])
    for (const table of ["message", "conversation", "audit", "tool_call"])
      expect([table, left(await rowsOf(table))]).toEqual([table, []])
    expect(left(await backedUp())).toEqual([])
  })
})

describe("the audit log", () => {
  it("holds no word of a conversation, its title included, however its turns end", async () => {
    const word = "zanzibar"
    script = ({ system, user }) => {
      if (system.includes("name conversations")) return { say: `The ${word} outage` }
      return user.includes("fail")
        ? { error: { status: 400, body: JSON.stringify({ error: { message: word } }) } }
        : { say: word }
    }
    const id = await chat.newConversation()
    for (const text of [`about ${word}`, `fail for ${word}`]) {
      const message = { id: crypto.randomUUID(), text }
      await (await chat.post({ conversationId: id, connectionId, message })).text()
      await chat.idle(id)
    }
    await expect.poll(async () => (await chat.read(id)).conversation.title).toContain(word)

    const { rows } = await pool.query("SELECT a::text AS row FROM platform.audit a WHERE thing_id = $1", [id])
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect((await rowsOf("audit")).split("\n").filter((row) => row.includes(word))).toEqual([])
  })
})

async function backedUp(): Promise<string> {
  const chunks: Buffer[] = []
  const write = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const { host, port, user, password, database, connectionString } = pool.options
  const connect = connectionString
    ? { connectionString }
    : { host, port, user, password: String(password ?? ""), database }
  await backup({ connect, write })
  const { compressed } = await openBackup(Readable.from([Buffer.concat(chunks)]))
  const packed = (await Readable.from(compressed).pipe(createGunzip()).toArray()).join("")
  expect(packed).toContain("[redacted]")
  return packed
}
