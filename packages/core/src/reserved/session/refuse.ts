import type { Ctx } from "../../access/ctx.ts"

/**
 * Writes down that somebody was turned away, in a transaction of its own: the verb's is about to roll back, and gives
 * its connection back before another is asked for, or a burst of wrong passwords would leave everybody waiting.
 */
export async function writeRefusal(ctx: Ctx, note: string): Promise<void> {
  if (ctx.frame.outermost === ctx.frame) await ctx.frame.transaction.rollback()
  const from = ctx.http ? ` From ${ctx.http.address}.` : ""
  await ctx.runtime.recordRefusal(ctx, ctx.frame.procedure, `${note}${from}`)
}
