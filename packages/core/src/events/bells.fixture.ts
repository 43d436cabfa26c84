import { sql } from "drizzle-orm"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { reaction, subscribe } from "../access/points/reaction.ts"
import { defineAccess } from "../contract/access.ts"
import { defineEvent, EventEnvelope } from "../contract/event.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError } from "../errors.ts"

export const bellAccess = defineAccess("bell.bell", { read: "Hear bells", manage: "Ring bells" }, { teamScoped: true })

export const rung = defineEvent("bell.rung", {
  summary: "A bell was rung.",
  payload: z.object({ bellId: z.string(), times: z.int(), by: z.string() }),
  about: { type: "bell.bell", path: "bellId" },
  access: bellAccess.read,
})

const Bell = z.object({ bellId: z.string(), times: z.int() })
const byRule = { scope: { by: "rule" } } as const

export const bellContract = defineContract("bell", {
  ring: procedure({
    summary: "Ring.",
    effect: "mutate",
    access: bellAccess.manage,
    input: Bell,
    output: z.object({}),
    ...byRule,
  }),
  ringAndFall: procedure({
    summary: "Ring, and fail.",
    effect: "mutate",
    access: bellAccess.manage,
    input: Bell,
    output: z.object({}),
    ...byRule,
  }),
  ringTwoOfThree: procedure({
    summary: "Ring three bells, one of which falls.",
    effect: "mutate",
    access: bellAccess.manage,
    input: z.object({}),
    output: z.object({}),
    ...byRule,
  }),
  look: procedure({
    summary: "Look, but ring.",
    effect: "read",
    access: bellAccess.read,
    input: z.object({}),
    output: z.object({}),
    ...byRule,
  }),
})

const ring = implement(bellContract.ring, async (ctx, { bellId, times }) => {
  // Whoever changes the same bell takes turns, as with any row.
  await ctx.tx.execute(sql`INSERT INTO bell.bell (id) VALUES (${bellId}) ON CONFLICT (id) DO UPDATE SET id = ${bellId}`)
  await ctx.emit(rung, { bellId, times, by: ctx.principal.name })
  ctx.audit({ thing: { type: "bell.bell", id: bellId } })
  return {}
})

export const bellPlugin = definePlugin({
  id: "bell",
  contract: bellContract,
  access: [bellAccess],
  migrations: [{ name: "0001-bells", sql: "CREATE TABLE bell.bell (id text PRIMARY KEY)" }],
  events: [rung],
  verbs: {
    ring,
    ringAndFall: implement(bellContract.ringAndFall, async (ctx, bell) => {
      await ctx.call(bellContract.ring, bell)
      throw new ConflictError("The bell fell.")
    }),
    ringTwoOfThree: implement(bellContract.ringTwoOfThree, async (ctx) => {
      await ctx.call(bellContract.ring, { bellId: "first", times: 1 })
      await ctx.call(bellContract.ringAndFall, { bellId: "fallen", times: 1 }).catch(() => {})
      await ctx.call(bellContract.ring, { bellId: "third", times: 1 })
      return {}
    }),
    look: implement(bellContract.look, async (ctx) => {
      await ctx.emit(rung, { bellId: "seen", times: 1, by: "" })
      return {}
    }),
  },
})

const listenerContract = defineContract("listener", {
  // It knows nothing of who rang.
  note: procedure({ summary: "Note.", effect: "mutate", access: "internal", input: Bell, output: z.object({}) }),
  noteAll: procedure({
    summary: "Note everything.",
    effect: "mutate",
    access: "internal",
    input: EventEnvelope,
    output: z.object({}),
  }),
})

/** Fails for a bell that is in `listener.deaf`, and rings again for one called "echo". */
const note = implement(listenerContract.note, async (ctx, { bellId, times }) => {
  const deaf = await ctx.tx.execute(sql`SELECT FROM listener.deaf WHERE bell = ${bellId}`)
  await ctx.tx.execute(sql`
    INSERT INTO listener.heard (bell, times, by, pod) VALUES (${bellId}, ${times}, ${ctx.principal.id}, ${process.pid})`)
  if (deaf.rowCount) throw new ConflictError(`Nobody hears ${bellId}.`)
  if (bellId === "echo") await ctx.call(bellContract.ring, { bellId, times: times + 1 })
  ctx.audit({ thing: { type: "listener.note", id: bellId } })
  return {}
})

const noteAll = implement(listenerContract.noteAll, async (ctx, envelope) => {
  if (envelope.about.id === "quiet") return {}
  await ctx.tx.execute(sql`
    INSERT INTO listener.told (envelope, by) VALUES (${JSON.stringify(envelope)}::jsonb, ${ctx.principal.id})`)
  ctx.audit({ thing: { type: "listener.note", id: envelope.id } })
  return {}
})

export const listenerPlugin = definePlugin({
  id: "listener",
  contract: listenerContract,
  migrations: [
    {
      name: "0001-heard",
      sql: `CREATE TABLE listener.heard (id int GENERATED ALWAYS AS IDENTITY, bell text, times int, by text, pod int);
        CREATE TABLE listener.told (envelope jsonb, by text);
        CREATE TABLE listener.deaf (bell text)`,
    },
  ],
  verbs: { note, noteAll },
  reactions: [reaction(rung, note), subscribe({ to: "*", verb: noteAll })],
})
