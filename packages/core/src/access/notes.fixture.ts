import { sql } from "drizzle-orm"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { implement } from "./implement.ts"

/** The least a plugin can do: notes that are written down once each, wherever the faults strike. */
export const noteAccess = defineAccess("notes.note", { read: "See notes", manage: "Write notes" })
const Note = z.object({ id: z.string(), text: z.string() })

export const notesContract = defineContract("notes", {
  add: procedure({
    summary: "Write a note.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: Note,
  }),
  addBeyond: procedure({
    summary: "Write a note and do more than its transaction tells.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: Note,
  }),
  addSecretly: procedure({
    summary: "Write a note and show its key once.",
    effect: "mutate",
    once: "The note {id} was written the first time this was sent, and its key is shown once.",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: z.object({ id: z.string(), key: z.string() }),
  }),
  addLong: procedure({
    summary: "Write a note and answer at length.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: z.object({ words: z.string() }),
  }),
  addTwice: procedure({
    summary: "Write a note through other verbs.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: z.object({}),
  }),
  print: procedure({
    summary: "Print a note on paper.",
    effect: "mutate",
    external: true,
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: z.object({ pages: z.int() }),
  }),
  change: procedure({
    summary: "Change one note that everybody changes.",
    effect: "mutate",
    access: noteAccess.manage,
    input: z.object({ text: z.string() }),
    output: z.object({ attempts: z.int() }),
  }),
  list: procedure({
    summary: "List notes.",
    effect: "read",
    access: noteAccess.read,
    input: z.object({}),
    output: z.object({ texts: z.array(z.string()) }),
  }),
})

const insert = (text: string) => sql`INSERT INTO notes.note (text) VALUES (${text}) RETURNING id::text, text`

export const addNote = implement(notesContract.add, async (ctx, { text }) => {
  const { rows } = await ctx.tx.execute<z.infer<typeof Note>>(insert(text))
  ctx.audit({ after: rows[0]! })
  return rows[0]!
})

export const addBeyond = implement(notesContract.addBeyond, async (ctx, { text }) => {
  await ctx.runtime.database.pool.query("SELECT 1")
  const { rows } = await ctx.tx.execute<z.infer<typeof Note>>(insert(text))
  ctx.audit({ after: rows[0]! })
  return rows[0]!
})

export const addSecretly = implement(notesContract.addSecretly, async (ctx, { text }) => {
  const { id } = await ctx.call(notesContract.add, { text })
  ctx.audit({ after: { id } })
  return { id, key: "a key that is shown once" }
})

export const addLong = implement(notesContract.addLong, async (ctx, { text }) => {
  await ctx.call(notesContract.add, { text })
  return { words: "x".repeat(64 * 1024) }
})

export const addTwice = implement(notesContract.addTwice, async (ctx, { text }) => {
  await ctx.call(notesContract.add, { text })
  await ctx.call(notesContract.add, { text })
  return {}
})

/** What the printer does when it is asked. */
export const printer = { print: async (_text: string): Promise<void> => {} }

export const printNote = implement(notesContract.print, async (ctx, { text }) => {
  await printer.print(text)
  ctx.audit({ note: "Printed." })
  return { pages: 1 }
})

/** What happens between the statements of `change`, by the number of its attempt. */
export const meanwhile = { attempts: 0, do: async (_attempt: number): Promise<void> => {} }

export const changeNote = implement(notesContract.change, async (ctx, { text }) => {
  const attempt = ++meanwhile.attempts
  ctx.http?.responseHeaders.append("set-cookie", `attempt=${attempt}`)
  await ctx.tx.execute(sql`SELECT text FROM notes.note WHERE text LIKE 'shared%'`)
  await meanwhile.do(attempt)
  await ctx.tx.execute(sql`UPDATE notes.note SET text = ${`shared ${text}`} WHERE text LIKE 'shared%'`)
  ctx.audit({ note: text })
  return { attempts: attempt }
})

export const listNotes = implement(notesContract.list, async (ctx) => {
  const { rows } = await ctx.tx.execute<{ text: string }>(sql`SELECT text FROM notes.note ORDER BY text`)
  return { texts: rows.map(({ text }) => text) }
})

export const notesPlugin = definePlugin({
  id: "notes",
  contract: notesContract,
  access: [noteAccess],
  migrations: [
    {
      name: "0001-note",
      sql: "CREATE TABLE notes.note (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), text text NOT NULL)",
    },
  ],
  verbs: {
    add: addNote,
    addBeyond,
    addSecretly,
    addLong,
    addTwice,
    print: printNote,
    change: changeNote,
    list: listNotes,
  },
})
