import { sql } from "drizzle-orm"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../plugin.ts"
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
  verbs: { add: addNote, addBeyond, list: listNotes },
})
