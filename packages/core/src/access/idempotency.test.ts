import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { PlatformError } from "../errors.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import { sweepIdempotency } from "../reserved/idempotency/sweep-idempotency.ts"
import { open } from "../secrets/seal.ts"
import { KEPT_ANSWER } from "../secrets/sealed-columns.ts"
import type { Caller } from "./ctx.ts"
import { addLong, addNote, addSecretly, addTwice, notesPlugin, printer, printNote } from "./notes.fixture.ts"

const testing = await testPlatform({ plugins: [notesPlugin] })
const { database, platform, as, asHolderOf, anonymous, trail } = testing
const other = await testing.secondPod()
const ana = await as("ana")
const KEY = "a-key-of-sixteen-or-more"

beforeEach(async () => {
  await database.pool.query("TRUNCATE notes.note, platform.idempotency")
  printer.print = async () => {}
})

describe("a change with an Idempotency-Key", () => {
  it("happens once, and a repetition on any server gets the first answer", async () => {
    const first = await addNote(keyed(ana), { text: "once" })
    const again = await addNote(keyed(ana), { text: "once" })
    const elsewhere = await addNote(keyed(other.caller(ana.principal, "http")), { text: "once" })

    expect([again, elsewhere]).toEqual([first, first])
    expect(await stored()).toEqual(["once"])
    expect(await trail("notes.add")).toHaveLength(1)
  })

  it("is another change for another person, another verb and another key", async () => {
    const ben = await as("ben")
    await addNote(keyed(ana), { text: "same" })
    await addNote(keyed(ben), { text: "same" })
    await addTwice(keyed(ana), { text: "same" })
    await addNote(keyed(ana, "another-key-of-this-length"), { text: "same" })

    expect(await stored()).toHaveLength(5)
  })

  it("refuses the key with another input", async () => {
    await addNote(keyed(ana), { text: "first" })

    await expect(addNote(keyed(ana), { text: "second" })).rejects.toMatchObject({
      code: "key_reused",
      status: 422,
      message: "This Idempotency-Key came with another input before. Send a new change with a key of its own.",
    })
    expect(await stored()).toEqual(["first"])
  })

  it("runs again after a failure, which is not kept", async () => {
    printer.print = async () => {
      throw new PlatformError("conflict", "No paper.")
    }
    await expect(printNote(keyed(ana), { text: "page" })).rejects.toThrow("No paper.")
    printer.print = async () => {}

    expect(await printNote(keyed(ana), { text: "page" })).toEqual({ pages: 1 })
    expect(await kept()).toMatchObject([{ verb: "notes.print", ended: true }])
  })

  it("of which the first is still at work is told to come back, on the same server and on another", async () => {
    const release = await holdNotes()
    const first = addNote(keyed(ana), { text: "slow" })
    await waitUntilSomebodyWaits()

    for (const pod of [platform, other])
      await expect(addNote(keyed(pod.caller(ana.principal, "http")), { text: "slow" })).rejects.toMatchObject({
        code: "in_progress",
        status: 409,
        retryAfterSeconds: 1,
      })

    await release()
    expect(await addNote(keyed(ana, "a-key-for-something-else"), { text: "other" })).toMatchObject({ text: "other" })
    const answer = await first
    expect(await addNote(keyed(ana), { text: "slow" })).toEqual(answer)
    expect(await stored()).toEqual(["other", "slow"])
  })

  it("is done by one of twenty that come at once on two servers", async () => {
    const calls = Array.from({ length: 20 }, (_, index) =>
      addNote(keyed((index % 2 ? platform : other).caller(ana.principal, "http")), { text: "raced" }),
    )
    const results = await Promise.allSettled(calls)

    const codes = results.map((one) => (one.status === "rejected" ? (one.reason as PlatformError).code : "done"))
    expect(codes.filter((code) => code !== "done" && code !== "in_progress")).toEqual([])
    expect(codes).toContain("done")
    expect(await stored()).toEqual(["raced"])
  })

  it("whose answer holds a credential is not told it again", async () => {
    const { id, key } = await addSecretly(keyed(ana), { text: "secret" })
    expect(key).toBe("a key that is shown once")

    await expect(addSecretly(keyed(ana), { text: "secret" })).rejects.toMatchObject({
      code: "already_done",
      message: `The note ${id} was written the first time this was sent, and its key is shown once.`,
    })
    expect(await stored()).toEqual(["secret"])
    const { principal, verb, key: of, answer } = (await kept())[0]!
    const row = `${principal} ${verb} ${of}`
    expect(open(ana.runtime.secrets.keyring, answer!, KEPT_ANSWER.at(row))).toBe(JSON.stringify({ id }))
  })

  it("whose answer is too large to keep says that it was done", async () => {
    await addLong(keyed(ana), { text: "long" })

    await expect(addLong(keyed(ana), { text: "long" })).rejects.toThrow(/^It was done the first time it was sent\./)
    expect(await stored()).toEqual(["long"])
  })

  it("keeps its answer sealed, and its input not at all", async () => {
    await addNote(keyed(ana), { text: "nobody reads this" })

    const rows = JSON.stringify(await kept())
    expect(rows).toContain("v2.")
    expect(rows).not.toContain("nobody reads this")
  })

  it("is replayed only to those who may still do it", async () => {
    const eve = await asHolderOf("eve", ["notes.note.manage"])
    await addNote(keyed(eve), { text: "then" })
    const now = { ...eve, principal: { ...eve.principal, rules: new Set<string>() } } as Caller

    await expect(addNote(keyed(now), { text: "then" })).rejects.toMatchObject({ code: "forbidden" })
  })

  it("that reaches outside and whose server died says that nobody knows, and does not do it again", async () => {
    let prints = 0
    printer.print = async () => {
      prints++
      throw new Error("the cable was pulled")
    }
    await expect(printNote(keyed(ana), { text: "page" })).rejects.toThrow("the cable was pulled")

    await expect(printNote(keyed(ana), { text: "page" })).rejects.toMatchObject({ code: "outcome_unknown" })
    expect(prints).toBe(1)
  })

  it("gives the verbs it calls no key of their own", async () => {
    await addTwice(keyed(ana), { text: "two" })

    expect(await stored()).toEqual(["two", "two"])
    expect((await kept()).map(({ verb }) => verb)).toEqual(["notes.addTwice"])
  })

  it("of somebody who is not signed in is refused like any other, and leaves nothing", async () => {
    await expect(addNote(keyed(await anonymous()), { text: "no" })).rejects.toMatchObject({ code: "unauthenticated" })
    expect(await kept()).toEqual([])
  })

  it.each([
    ["x".repeat(15), 400],
    ["x".repeat(16), 401],
    ["x".repeat(128), 401],
    ["x".repeat(129), 400],
    ["with a blank in the middle", 400],
  ])("over HTTP has 16 to 128 characters: %s", async (key, status) => {
    const request = new Request("http://localhost/api/v1/notes/add", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ text: "over HTTP" }),
    })
    expect((await platform.fetch(request, "127.0.0.1")).status).toBe(status)
  })

  it("is forgotten after a day, swept or not", async () => {
    await addNote(keyed(ana), { text: "again" })
    await database.pool.query("UPDATE platform.idempotency SET at = now() - interval '24 hours 1 second'")
    await addNote(keyed(ana), { text: "again" })
    expect(await stored()).toEqual(["again", "again"])

    await database.pool.query("UPDATE platform.idempotency SET at = now() - interval '24 hours 1 second'")
    expect(await sweepIdempotency(platform.caller(servicePrincipal("platform"), "job"), {})).toEqual({ removed: 1 })
    expect(await kept()).toEqual([])
  })
})

function keyed(caller: Caller, idempotencyKey = KEY): Caller {
  return { ...caller, idempotencyKey }
}

async function stored(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>("SELECT text FROM notes.note ORDER BY text")
  return rows.map(({ text }) => text)
}

async function kept(): Promise<
  { principal: string; verb: string; key: string; ended: boolean; answer: string | null }[]
> {
  return (await database.pool.query("SELECT * FROM platform.idempotency")).rows
}

/** Nobody writes a note until it is released. */
async function holdNotes(): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query("BEGIN")
  await client.query("LOCK TABLE notes.note IN EXCLUSIVE MODE")
  return async () => {
    await client.query("COMMIT")
    client.release()
  }
}

async function waitUntilSomebodyWaits(): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await database.pool.query(waiting)).rows.length).toBe(1)
}
