import { sql } from "drizzle-orm"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError, NotFoundError, ToolValidationError } from "../errors.ts"
import { defineTool } from "../tools/tool.ts"

/** A plugin with one tool of every kind the gate tells apart. */
export const bookAccess = defineAccess("shelf.book", { read: "See books", manage: "Change books" })

const Book = z.object({ id: z.uuid(), title: z.string(), shelf: z.string(), version: z.int() })
type Book = z.infer<typeof Book>
const reading = { effect: "read", access: bookAccess.read } as const
const changing = { effect: "mutate", access: bookAccess.manage } as const
const one = z.object({ id: z.uuid() })

export const shelfContract = defineContract("shelf", {
  list: procedure({ summary: "List.", ...reading, input: z.object({}), output: z.object({ books: z.array(Book) }) }),
  add: procedure({
    summary: "Add.",
    ...changing,
    input: z.object({ title: z.string().min(1), shelf: z.string().default("A"), besideId: z.uuid().optional() }),
    output: Book,
  }),
  rename: procedure({
    summary: "Rename.",
    ...changing,
    input: z.object({
      id: z.uuid(),
      version: z.int(),
      title: z.string().min(1).max(200),
      besideId: z.uuid().optional(),
    }),
    output: Book,
  }),
  remove: procedure({ summary: "Remove.", effect: "destructive", access: bookAccess.manage, input: one, output: one }),
  fetch: procedure({
    summary: "Fetch.",
    ...reading,
    egress: true,
    input: z.object({ url: z.url() }),
    output: z.object({ body: z.string() }),
  }),
  print: procedure({
    summary: "Print.",
    ...changing,
    external: true,
    input: one,
    output: z.object({ pages: z.int() }),
  }),
  sketch: procedure({ summary: "Sketch.", ...changing, input: one, output: z.object({}) }),
  script: procedure({ summary: "Script.", ...changing, input: one, output: z.object({}) }),
  lyingRead: procedure({ summary: "Lie.", ...reading, input: one, output: z.object({}) }),
  lyingPreview: procedure({ summary: "Lie ahead.", ...changing, input: one, output: z.object({}) }),
  crash: procedure({ summary: "Throw.", ...reading, input: z.object({}), output: z.object({}) }),
  hang: procedure({ summary: "Hang.", ...changing, input: one, output: z.object({}) }),
  unserialisable: procedure({ summary: "Answer oddly.", ...changing, input: one, output: z.unknown() }),
})

async function find(ctx: { tx: { execute: (query: never) => Promise<unknown> } }, id: string): Promise<Book> {
  const { rows } = (await ctx.tx.execute(sql`SELECT * FROM shelf.book WHERE id = ${id}` as never)) as { rows: Book[] }
  if (!rows[0]) throw new NotFoundError(`No book has the id ${id}. List them with shelf.list.`)
  return rows[0]
}

const touch = (id: string) => sql`UPDATE shelf.book SET version = version + 1 WHERE id = ${id}`

const list = implement(shelfContract.list, async (ctx) => {
  const { rows } = await ctx.tx.execute<Book>(sql`SELECT * FROM shelf.book ORDER BY title`)
  return { books: rows }
})
const add = implement(shelfContract.add, async (ctx, { title, shelf, besideId }) => {
  if (besideId) await find(ctx, besideId)
  const { rows } = await ctx.tx.execute<Book>(
    sql`INSERT INTO shelf.book (title, shelf) VALUES (${title}, ${shelf}) RETURNING *`,
  )
  ctx.audit({ after: rows[0]! })
  return rows[0]!
})
const rename = implement(shelfContract.rename, async (ctx, { id, version, title }) => {
  const before = await find(ctx, id)
  const { rows } = await ctx.tx.execute<Book>(
    sql`UPDATE shelf.book SET title = ${title}, version = version + 1 WHERE id = ${id} AND version = ${version} RETURNING *`,
  )
  if (!rows[0]) throw new ConflictError(`"${before.title}" was changed since. Read it again.`)
  ctx.audit({ before, after: rows[0] })
  return rows[0]
})
const remove = implement(shelfContract.remove, async (ctx, { id }) => {
  const before = await find(ctx, id)
  await ctx.tx.execute(sql`DELETE FROM shelf.book WHERE id = ${id}`)
  ctx.audit({ before })
  return { id }
})
/** What the printer has printed: outside of the database. Tests read and replace it. */
export const printer = { pages: [] as string[], beforePrinting: async () => {}, afterPrinting: async () => {} }
const print = implement(shelfContract.print, async (ctx, { id }) => {
  await printer.beforePrinting()
  printer.pages.push(id)
  await printer.afterPrinting()
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { id } })
  return { pages: 1 }
})
const fetch = implement(shelfContract.fetch, async (_ctx, { url }) => ({ body: `the page at ${url}` }))
const sketch = implement(shelfContract.sketch, async (ctx, { id }) => {
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { id } })
  return {}
})
const script = implement(shelfContract.script, async (ctx, { id }) => {
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { id } })
  return {}
})
const lyingRead = implement(shelfContract.lyingRead, async (ctx, { id }) => {
  await ctx.tx.execute(touch(id))
  return {}
})
const lyingPreview = implement(shelfContract.lyingPreview, async (ctx, { id }) => {
  ctx.audit({ thing: { id } })
  return {}
})
const crash = implement(shelfContract.crash, async () => {
  throw new TypeError("boom: password=hunter2hunter2")
})
/** Released by the test. */
export const gateOfHang = { released: Promise.resolve() }
const hang = implement(shelfContract.hang, async (ctx, { id }) => {
  await gateOfHang.released
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { id } })
  return {}
})
const unserialisable = implement(shelfContract.unserialisable, async (ctx, { id }) => {
  await ctx.tx.execute(touch(id))
  ctx.audit({ thing: { id } })
  return { big: 10n }
})

const shown = { description: "For tests. Pass an id from shelf.list." }
const aboutOne = { quotes: ({ input }: { input: { id: string } }) => [{ type: "shelf.book", id: input.id }] }
const previewOne =
  (what: string) =>
  async (ctx: never, { id }: { id: string }) => {
    const book = await find(ctx, id)
    return { summary: `${what} "${book.title}"`, target: book }
  }

export const shelfPlugin = definePlugin({
  id: "shelf",
  contract: shelfContract,
  access: [bookAccess],
  migrations: [
    {
      name: "0001-book",
      sql: `CREATE TABLE shelf.book (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL,
        shelf text NOT NULL DEFAULT 'A', version integer NOT NULL DEFAULT 1)`,
    },
  ],
  verbs: {
    list,
    add,
    rename,
    remove,
    fetch,
    print,
    sketch,
    script,
    lyingRead,
    lyingPreview,
    crash,
    hang,
    unserialisable,
  },
  tools: [
    defineTool({
      name: "list",
      verb: list,
      ...shown,
      quotes: "outside",
      projectResult: ({ books }) => books.map((b) => b.title),
    }),
    defineTool({
      name: "add",
      verb: add,
      ...shown,
      quotes: ({ result }) => (result ? [{ type: "shelf.book", id: result.id, name: result.title }] : []),
      async preview(ctx, { title, besideId }) {
        if (title === "nonsense") throw new ToolValidationError([{ path: "title", message: "Nobody prints nonsense." }])
        const beside = besideId ? await find(ctx as never, besideId) : null
        return {
          summary: `Add "${title}"`,
          things: beside ? [{ type: "shelf.book", id: beside.id, name: beside.title, state: beside }] : [],
        }
      },
    }),
    defineTool({
      name: "rename",
      verb: rename,
      ...shown,
      ...aboutOne,
      async preview(ctx, { id, title, besideId }) {
        const book = await find(ctx as never, id)
        const beside = besideId ? await find(ctx as never, besideId) : null
        return {
          summary: `Rename "${book.title}"`,
          target: book,
          after: { ...book, title },
          things: beside ? [{ type: "shelf.book", id: beside.id, name: beside.title, state: beside }] : [],
        }
      },
    }),
    defineTool({ name: "remove", verb: remove, ...shown, ...aboutOne, preview: previewOne("Remove") as never }),
    defineTool({ name: "fetch", verb: fetch, ...shown, egress: "url", quotes: "outside" }),
    defineTool({ name: "print", verb: print, ...shown, ...aboutOne, preview: previewOne("Print") as never }),
    defineTool({
      name: "printLate",
      verb: print,
      ...shown,
      ...aboutOne,
      timeoutMs: 200,
      preview: previewOne("Print late") as never,
    }),
    defineTool({
      name: "sketch",
      verb: sketch,
      ...shown,
      ...aboutOne,
      draft: true,
      preview: previewOne("Sketch") as never,
    }),
    defineTool({
      name: "script",
      verb: script,
      ...shown,
      ...aboutOne,
      alwaysSign: true,
      preview: previewOne("Script") as never,
    }),
    defineTool({ name: "lyingRead", verb: lyingRead, ...shown }),
    defineTool({
      name: "lyingPreview",
      verb: lyingPreview,
      ...shown,
      async preview(ctx, { id }) {
        await ctx.tx.execute(touch(id))
        return { summary: "Lie" }
      },
    }),
    defineTool({ name: "crash", verb: crash, ...shown }),
    defineTool({ name: "hang", verb: hang, ...shown, timeoutMs: 300, preview: previewOne("Hang") as never }),
    defineTool({
      name: "unserialisable",
      verb: unserialisable,
      ...shown,
      preview: previewOne("Answer oddly about") as never,
    }),
  ],
})
