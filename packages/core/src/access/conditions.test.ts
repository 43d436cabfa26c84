import { testPlatform } from "@countersign/testing"
import pg from "pg"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { applicationsContract } from "../contract/platform/applications.ts"
import { createLog } from "../log.ts"
import {
  addBeyond,
  addNote,
  changeNote,
  listNotes,
  meanwhile,
  notesPlugin,
  printer,
  printNote,
} from "./notes.fixture.ts"

const lines: string[] = []
const log = createLog({ level: "debug", format: "json", write: (line) => lines.push(line) })
const { database, platform, as } = await testPlatform({ plugins: [notesPlugin], log })
const ana = await as("ana")
const admin = new pg.Client({ ...database.config, application_name: "test" })
await admin.connect()
await admin.query(`
  CREATE TABLE notes.failing (code text NOT NULL);
  CREATE FUNCTION notes.fail() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE asked text := (SELECT code FROM notes.failing);
    BEGIN
      IF asked IS NOT NULL THEN RAISE EXCEPTION 'as if' USING ERRCODE = asked; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER fail BEFORE UPDATE ON notes.note FOR EACH ROW EXECUTE FUNCTION notes.fail()`)
afterAll(() => admin.end())

beforeEach(async () => {
  lines.length = 0
  meanwhile.attempts = 0
  meanwhile.do = async () => {}
  printer.print = async () => {}
  await database.pool.query("TRUNCATE notes.note, notes.failing; INSERT INTO notes.note (text) VALUES ('shared')")
})

describe("a state of the database", () => {
  it.each([
    ["53300", "All connections to the database are in use right now.", "a few seconds", 2],
    [
      "53100",
      "The database's disk is full. An administrator has to make room before anything can be saved.",
      "a minute",
      30,
    ],
    ["53200", "The database has run out of memory.", "a minute", 10],
    ["57014", "The database needed too long for this.", "a few seconds", 5],
    [
      "55P03",
      "Somebody else is changing the same things right now, and waiting for them took too long.",
      "a few seconds",
      2,
    ],
    ["57P01", "The database cannot be reached right now.", "a few seconds", 2],
  ])("%s has its own answer, with when to come back", async (code, sentence, wait, retryAfterSeconds) => {
    await raising(code, async () => {
      const told = { code: "unavailable", status: 503, retryAfterSeconds }
      await expect(addNote(ana, { text: "x" })).rejects.toMatchObject({
        ...told,
        message: `${sentence} Nothing was changed; try again in ${wait}.`,
      })
      await expect(addBeyond(ana, { text: "x" })).rejects.toMatchObject({
        ...told,
        message: `${sentence} Try again in ${wait}.`,
      })
    })
  })

  it("that takes no changes says so to changes, lets reads go on, and is not ready", async () => {
    await serverReadOnly(async () => {
      await expect(addNote(ana, { text: "x" })).rejects.toMatchObject({
        code: "unavailable",
        retryAfterSeconds: 10,
        message:
          "The database takes no changes right now: it is read-only, as while another one takes over. Nothing was changed; try again in a minute.",
      })
      expect(await listNotes(ana, {})).toEqual({ texts: ["shared"] })
      await expect
        .poll(readiness, { timeout: 10_000 })
        .toMatchObject({ status: 503, message: expect.stringContaining("it is read-only") })
    })
    await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ status: 200 })
    expect(await addNote(ana, { text: "again" })).toMatchObject({ text: "again" })
  })

  it("whose disk is full is not ready until there is room", async () => {
    await raising("53100", async () => {
      await expect(addNote(ana, { text: "x" })).rejects.toMatchObject({ code: "unavailable" })
      await raising(
        "53100",
        () =>
          expect
            .poll(readiness, { timeout: 10_000 })
            .toMatchObject({ status: 503, message: expect.stringContaining("disk is full") }),
        "platform.write_probe",
      )
    })
    await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ status: 200 })
  })
})

describe("a race that the database breaks up", () => {
  it("is run again from the start, with nothing left of the attempt before", async () => {
    const responseHeaders = new Headers()
    const http = { request: new Request("http://localhost/"), responseHeaders, address: "" }
    meanwhile.do = async (attempt) => {
      await failUpdates(["40P01", "40001", null][attempt - 1]!)
    }

    expect(await changeNote({ ...ana, http }, { text: "mine" })).toEqual({ attempts: 3 })

    expect(responseHeaders.getSetCookie()).toEqual(["attempt=3"])
    expect(await texts()).toEqual(["shared mine"])
    const audited = await database.pool.query("SELECT FROM platform.audit WHERE action = 'notes.change'")
    expect(audited.rowCount).toBe(1)
  })

  it("that goes on is told after three attempts", async () => {
    await failUpdates("40001")

    await expect(changeNote(ana, { text: "mine" })).rejects.toMatchObject({
      code: "unavailable",
      message:
        "Others kept changing the same things at the same moment. Nothing was changed; try again in a few seconds.",
    })
    expect(meanwhile.attempts).toBe(3)
    expect(await texts()).toEqual(["shared"])
  })

  it("is never run again where something happens outside", async () => {
    let prints = 0
    printer.print = async () => {
      prints++
    }
    await raising(
      "40001",
      () => expect(printNote(ana, { text: "x" })).rejects.toMatchObject({ code: "outcome_unknown" }),
      "platform.audit",
    )
    expect(prints).toBe(1)
  })
})

describe("a statement that failed", () => {
  it("is logged without what people wrote, and with what a developer needs", async () => {
    await database.pool.query("ALTER TABLE notes.note ADD CONSTRAINT short CHECK (length(text) < 20)")
    const root = await as("root", "administrator")
    const draft = { name: "Logged", description: "", roles: [], rules: ["notes.note.manage"] }
    const { key } = await platform.call(root, applicationsContract.createApplication, draft)
    const request = new Request("http://localhost/api/v1/notes/add", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ text: "the words of somebody, which are private" }),
    })
    const response = await platform.fetch(request, "127.0.0.1")
    await database.pool.query("ALTER TABLE notes.note DROP CONSTRAINT short")

    expect(response.status).toBe(500)
    const failure = lines.find((line) => line.includes("A request failed."))!
    expect(failure).toContain("INSERT INTO notes.note")
    expect(failure).toContain('"code":"23514"')
    expect(failure).toContain('"constraint":"short"')
    expect(lines.join("")).not.toContain("which are private")
  })
})

/** Every write to the table fails with this code while `work` runs. */
async function raising(code: string, work: () => Promise<unknown>, table = "notes.note"): Promise<void> {
  const name = `raise_${code.toLowerCase()}_${table.replace(".", "_")}`
  await database.pool.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'as if' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
  try {
    await work()
  } finally {
    await database.pool.query(`DROP FUNCTION ${name}() CASCADE`)
  }
}

/** Updates of notes fail with this code from now on, also in transactions that are under way. */
async function failUpdates(code: string | null): Promise<void> {
  await admin.query("DELETE FROM notes.failing")
  if (code) await admin.query("INSERT INTO notes.failing VALUES ($1)", [code])
}

/** Every session of the server that begins from now on is read-only, and all begin anew. */
async function serverReadOnly(work: () => Promise<void>): Promise<void> {
  const { rows } = await admin.query<{ name: string }>("SELECT quote_ident(current_database()) AS name")
  const renew = (change: string) =>
    admin.query(`BEGIN READ WRITE; ALTER DATABASE ${rows[0]!.name} ${change} default_transaction_read_only ${change === "SET" ? "= on" : ""}; COMMIT;
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'countersign'`)
  await renew("SET")
  try {
    await expect.poll(() => database.pool.idleCount + database.vital.pool.idleCount).toBe(0)
    await work()
  } finally {
    await renew("RESET")
  }
}

async function readiness(): Promise<{ status: number; message?: string }> {
  const response = await platform.fetch(new Request("http://localhost/readyz"), "127.0.0.1")
  return { ...((await response.json()) as object), status: response.status }
}

async function texts(): Promise<string[]> {
  return (await database.pool.query<{ text: string }>("SELECT text FROM notes.note")).rows.map(({ text }) => text)
}
