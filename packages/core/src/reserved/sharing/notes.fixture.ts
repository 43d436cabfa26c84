import { sql } from "drizzle-orm"
import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { defineAccess } from "../../contract/access.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import type { Tx } from "../../db/database.ts"
import { definePlugin } from "../../define-plugin.ts"
import { NotFoundError } from "../../errors.ts"

const noteAccess = defineAccess("notes.note", { read: "See notes", manage: "Write notes" }, { teamScoped: true })

const Note = z.object({ id: z.uuid(), title: z.string(), author: z.string() })
type Note = z.infer<typeof Note>

const notesContract = defineContract("notes", {
  get: procedure({
    summary: "Read a note.",
    effect: "read",
    access: noteAccess.read,
    scope: { by: "input", path: "id", level: "viewer" },
    input: z.object({ id: z.uuid() }),
    output: Note,
  }),
  list: procedure({
    summary: "List notes.",
    effect: "read",
    access: noteAccess.read,
    scope: { by: "list" },
    input: z.object({}),
    output: z.object({ notes: z.array(Note) }),
  }),
  rename: procedure({
    summary: "Rename a note.",
    effect: "mutate",
    access: noteAccess.manage,
    scope: { by: "input", path: "id", level: "editor" },
    input: z.object({ id: z.uuid(), title: z.string() }),
    output: Note,
  }),
  write: procedure({
    summary: "Write a note.",
    effect: "mutate",
    access: noteAccess.manage,
    scope: { by: "rule" },
    input: z.object({ title: z.string() }),
    output: Note,
  }),
  addSample: procedure({
    summary: "Add sample notes.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({}),
  }),
  removeSample: procedure({
    summary: "Remove the sample notes.",
    effect: "destructive",
    access: "internal",
    input: z.object({}),
    output: z.object({}),
  }),
  erasePerson: procedure({
    summary: "Put a pseudonym in place of a person's name.",
    effect: "destructive",
    access: "internal",
    input: z.object({ personId: z.uuid(), name: z.string() }),
    output: z.object({}),
  }),
})

export const getNote = implement(notesContract.get, async (ctx, { id }) => findNote(ctx.tx, id))

export const listNotes = implement(notesContract.list, async (ctx) => ({
  notes: await selectNotes(ctx.tx, ctx.reach(sql`note.id::text`)),
}))

export const renameNote = implement(notesContract.rename, async (ctx, { id, title }) => {
  const before = await findNote(ctx.tx, id)
  await ctx.tx.execute(sql`UPDATE notes.note SET title = ${title} WHERE id = ${id}::uuid`)
  const after = { ...before, title }
  ctx.audit({ before, after })
  return after
})

export const writeNote = implement(notesContract.write, async (ctx, { title }) => {
  const { rows } = await ctx.tx.execute<Note>(
    sql`INSERT INTO notes.note (title, author, author_id) VALUES (${title}, ${ctx.principal.name}, ${ctx.principal.id})
      RETURNING id, title, author`,
  )
  ctx.audit({ after: rows[0] })
  return rows[0]!
})

const addSample = implement(notesContract.addSample, async (ctx) => {
  if ((await selectNotes(ctx.tx, sql`sample`)).length > 0) return {}
  await ctx.tx.execute(
    sql`INSERT INTO notes.note (title, author, author_id, sample) VALUES ('Sample note', 'Sample', '', true)`,
  )
  ctx.audit({ note: "Added sample notes." })
  return {}
})

const removeSample = implement(notesContract.removeSample, async (ctx) => {
  if ((await selectNotes(ctx.tx, sql`sample`)).length === 0) return {}
  await ctx.tx.execute(sql`DELETE FROM notes.note WHERE sample`)
  ctx.audit({ note: "Removed sample notes." })
  return {}
})

const erasePerson = implement(notesContract.erasePerson, async (ctx, { personId, name }) => {
  await ctx.tx.execute(sql`UPDATE notes.note SET author = ${name} WHERE author_id = ${personId}`)
  ctx.audit({ thing: { type: "notes.note" }, note: `Replaced an author's name by ${name}.` })
  return {}
})

/** A small plugin with things that teams can hold grants on, sample data, and something about people. */
export const notesPlugin = definePlugin({
  id: "notes",
  contract: notesContract,
  access: [noteAccess],
  migrations: [
    {
      name: "0001-notes",
      sql: `CREATE TABLE notes.note (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL,
        author text NOT NULL, author_id text NOT NULL, sample boolean NOT NULL DEFAULT false)`,
    },
  ],
  verbs: { get: getNote, list: listNotes, rename: renameNote, write: writeNote, addSample, removeSample, erasePerson },
  sample: { add: addSample, remove: removeSample },
  erasePerson,
})

async function selectNotes(tx: Tx, where = sql`true`): Promise<Note[]> {
  const { rows } = await tx.execute<Note>(sql`SELECT id, title, author FROM notes.note WHERE ${where} ORDER BY title`)
  return rows
}

async function findNote(tx: Tx, id: string): Promise<Note> {
  const [found] = await selectNotes(tx, sql`id = ${id}::uuid`)
  if (!found) throw new NotFoundError(`The note ${id} does not exist, or is not yours to see.`)
  return found
}
