import { randomUUID } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import hands from "../../migrations/0094-hands.ts"
import type { Caller } from "../access/ctx.ts"
import { implement } from "../access/implement.ts"
import { defineAccess } from "../contract/access.ts"
import { peopleContract } from "../contract/platform/people.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { bookAccess, shelfContract, shelfPlugin } from "../gate/shelf.fixture.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import { classOf } from "./whose-words.ts"

/** Marks on books: whoever may leave a mark need not be able to manage the book. */
const markAccess = defineAccess("marks.mark", { leave: "Leave marks in books" })
const one = z.object({ id: z.uuid() })
const marksContract = defineContract("marks", {
  leave: procedure({ summary: "Mark.", effect: "mutate", access: markAccess.leave, input: one, output: one }),
  dust: procedure({ summary: "Dust.", effect: "mutate", access: "internal", input: one, output: one }),
  fail: procedure({ summary: "Fail.", effect: "mutate", access: markAccess.leave, input: one, output: one }),
  draft: procedure({
    summary: "Draft.",
    effect: "mutate",
    access: markAccess.leave,
    recordedIn: "marks.stroke",
    draft: true,
    input: one.extend({ fails: z.boolean().optional(), copyOf: z.uuid().optional() }),
    output: one,
  }),
})
const touch = (id: string) => sql`UPDATE shelf.book SET version = version + 1 WHERE id = ${id}`
const mark = async (ctx: Parameters<Parameters<typeof implement>[1]>[0], { id }: { id: string }) => {
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { type: bookAccess.read.resource, id }, after: { id } })
  return { id }
}
const marksPlugin = definePlugin({
  id: "marks",
  contract: marksContract,
  access: [markAccess],
  verbs: {
    leave: implement(marksContract.leave, mark as never),
    dust: implement(marksContract.dust, mark as never),
    fail: implement(marksContract.fail, async (ctx, input) => {
      await mark(ctx as never, input)
      throw new Error("no")
    }),
    draft: implement(marksContract.draft, async (ctx, { id, fails, copyOf }) => {
      await ctx.tx.execute(sql`INSERT INTO marks.stroke (book_id) VALUES (${id})`)
      const [on, from] = [id, ...(copyOf ? [copyOf] : [])].map((one) => ({ type: bookAccess.read.resource, id: one }))
      ctx.wrote([on!], from && [from])
      if (fails) throw new Error("no")
      return { id }
    }),
  },
  migrations: [
    {
      name: "0001-strokes",
      sql: `CREATE TABLE marks.stroke (book_id uuid NOT NULL);
        CREATE TRIGGER append_only BEFORE UPDATE ON marks.stroke FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update()`,
    },
  ],
})

const { platform, database, as, asHolderOf } = await testPlatform({ plugins: [shelfPlugin, marksPlugin] })
const { pool } = database
const [ana, ben] = [await as("ana"), await as("ben")]
const cleo = await asHolderOf("cleo", [markAccess.leave.id, bookAccess.read.id])

const bookOf = async (who: Caller, title = "Walden") => platform.call(who, shelfContract.add, { title })
const read = (who: Caller, ...books: { id: string; title?: string }[]) =>
  classOf(
    { database, principal: who.principal },
    books.map(({ id, title }) => ({ type: "shelf.book", id, name: title })),
  )
const handsOn = async (id: string) =>
  (await pool.query("SELECT principal, managed FROM platform.hand WHERE id = $1 ORDER BY principal", [id])).rows

describe("what somebody reads of a thing", () => {
  it("is their own while nobody else wrote on it", async () => {
    const book = await bookOf(ana)
    await platform.call(ana, shelfContract.rename, { id: book.id, version: book.version, title: "Walden Two" })

    expect(await handsOn(book.id)).toEqual([{ principal: `user:${ana.principal.id}`, managed: true }])
    expect(await read(ana, book)).toEqual({ class: "own" })
  })

  it("is a colleague's once somebody who could manage it wrote on it, and names them", async () => {
    const book = await bookOf(ben, "Emma")
    expect(await read(ana, book)).toEqual({ class: "colleague", what: '"Emma"', people: [ben.principal.id] })
    expect(await read(ben, book)).toEqual({ class: "own" })
  })

  it("is from outside once anybody wrote on it who could not manage it", async () => {
    const book = await bookOf(ana, "Emma")
    await platform.call(cleo, marksContract.leave, { id: book.id })
    expect(await read(ana, book)).toEqual({ class: "outside", what: '"Emma"' })
  })

  it("stays what it was when rights come and go afterwards: it counts what they could do when they wrote", async () => {
    const book = await bookOf(ana)
    await platform.call(cleo, marksContract.leave, { id: book.id })
    const promoted = await asHolderOf("cleo", [markAccess.leave.id, bookAccess.manage.id])
    expect((await read(ana, book)).class).toBe("outside")

    await platform.call(promoted, marksContract.leave, { id: book.id })
    expect((await read(ana, book)).class).toBe("outside")
    expect(await handsOn(book.id)).toContainEqual({ principal: `user:${personId("cleo")}`, managed: false })
  })

  it("is the worst of all the things it quotes, and of one that nobody is known to have written", async () => {
    const [mine, theirs] = [await bookOf(ana), await bookOf(ben)]
    expect((await read(ana, mine, theirs)).class).toBe("colleague")
    expect((await read(ana, mine, theirs, { id: randomUUID() })).class).toBe("outside")
    expect((await read(ana)).class).toBe("own")
  })

  it("is from outside where an application wrote, until an administrator lets it speak for the team", async () => {
    const { rows } = await pool.query("INSERT INTO platform.application (name) VALUES ('Importer') RETURNING id")
    const principal = { ...ana.principal, kind: "application", id: rows[0].id, name: "Importer" } as Principal
    const book = await bookOf({ ...ana, principal }, "Imported")
    expect((await read(ana, book)).class).toBe("outside")

    await pool.query("UPDATE platform.application SET speaks_for_team = true WHERE id = $1", [rows[0].id])
    expect(await read(ana, book)).toEqual({
      class: "colleague",
      what: '"Imported"',
      people: [`application:${rows[0].id}`],
    })
  })

  it("is no matter of the platform's own upkeep, but of whatever else it writes down", async () => {
    const service = { ...ana, principal: servicePrincipal("probe") }
    const book = await bookOf(ana)
    await platform.call(service, marksContract.dust, { id: book.id })
    expect((await read(ana, book)).class).toBe("own")
    await platform.call(service, marksContract.leave, { id: book.id })
    expect((await read(ana, book)).class).toBe("outside")
  })

  it("counts a person's name as their own word, whoever reads it", async () => {
    const name = { type: "platform.person", id: ben.principal.id, name: "Ben" }
    expect(await classOf({ database, principal: ben.principal }, [name])).toEqual({ class: "own" })
    expect((await classOf({ database, principal: ana.principal }, [name])).class).toBe("colleague")
  })

  it("stays a colleague's when that colleague has been erased", async () => {
    const dora = await as("dora")
    const book = await bookOf(dora)
    const root = await as("root", "administrator")
    await platform.call(root, peopleContract.disablePerson, { id: dora.principal.id })
    await platform.call(root, peopleContract.erasePerson, { id: dora.principal.id })
    expect((await read(ana, book)).class).toBe("colleague")
  })

  it("is looked up in one query, however much it quotes", async () => {
    const books = await Promise.all(Array.from({ length: 5 }, () => bookOf(ben)))
    const asked: string[] = []
    const query = (statement: { name: string }) => {
      asked.push(statement.name)
      return pool.query(statement as never)
    }
    const counting = { ...database, pool: { query } }
    await classOf(
      { database: counting as never, principal: ana.principal },
      books.map(({ id }) => ({ type: "shelf.book", id })),
    )
    expect(asked).toEqual(["whose-words"])
  })
})

describe("who wrote on a thing", () => {
  it("is kept with the change or not at all", async () => {
    const book = await bookOf(ana)
    await expect(platform.call(cleo, marksContract.fail, { id: book.id })).rejects.toThrow()
    expect(await handsOn(book.id)).toHaveLength(1)
  })

  it("is told by a draft's command, which has no audit row, with the change or not at all", async () => {
    const book = await bookOf(ana)
    await expect(platform.call(cleo, marksContract.draft, { id: book.id, fails: true })).rejects.toThrow()
    expect(await handsOn(book.id)).toHaveLength(1)
    const rows = async () => (await pool.query("SELECT count(*)::int AS n FROM platform.audit")).rows[0].n
    const before = await rows()
    await platform.call(cleo, marksContract.draft, { id: book.id })
    expect(await handsOn(book.id)).toContainEqual({ principal: `user:${personId("cleo")}`, managed: false })
    expect(await rows()).toBe(before)
  })

  it("is told by a draft's command with those whose words its model had read", async () => {
    const book = await bookOf(ana)
    const wordedAfter = [{ class: "outside" as const, toolName: "a.b", toolCallId: randomUUID(), at: "" }]
    const drafted = { ...(await asHolderOf("dan", [markAccess.leave.id])), wordedAfter, unsigned: true }
    await platform.call(drafted, marksContract.draft, { id: book.id })
    expect(await handsOn(book.id)).toContainEqual({ principal: "outside", managed: false })
  })

  it("goes along with a copy, and a copy of what nobody is known to have written is from outside", async () => {
    const [theirs, copy, other] = [await bookOf(ben, "Emma"), { id: randomUUID() }, { id: randomUUID() }]
    const dan = await asHolderOf("dan", [markAccess.leave.id, bookAccess.manage.id])
    await platform.call(dan, marksContract.draft, { id: copy.id, copyOf: theirs.id })
    expect(await read(dan, copy)).toEqual({ class: "colleague", what: "a book", people: [ben.principal.id] })
    await platform.call(dan, marksContract.draft, { id: other.id, copyOf: randomUUID() })
    expect((await read(dan, other)).class).toBe("outside")
  })

  it("is not added to by taking words away", async () => {
    const book = await bookOf(ana)
    await platform.call(ben, shelfContract.remove, { id: book.id })
    expect(await handsOn(book.id)).toHaveLength(1)
  })

  it("is found in the log for what was written before it was kept, by what its writers may do today", async () => {
    const [mine, marked] = [await bookOf(ana), await bookOf(ben)]
    const outsider = await asHolderOf("olaf", [markAccess.leave.id])
    await platform.call(outsider, marksContract.leave, { id: marked.id })
    const before = [await handsOn(mine.id), await handsOn(marked.id)]
    expect(before[1]).toHaveLength(2)

    await pool.query("DROP TABLE platform.hand; ALTER TABLE platform.application DROP COLUMN speaks_for_team")
    await pool.query(hands.sql)

    expect([await handsOn(mine.id), await handsOn(marked.id)]).toEqual(before)
  })
})
