import { implement } from "@countersign/core/server"
import { aiContract, MOST_INJECTED } from "../../contract.ts"
import { memorySight, presentMemory, sightOf } from "./memory-sight.ts"
import { injectedMemory, listMemory as readPage, searchMemory as search } from "./memory-store.ts"

export const listMemory = implement(aiContract.listMemory, async (ctx, input) => {
  const sight = await memorySight(ctx)
  const page = await readPage(ctx.tx, input, input, sight)
  return { ...page, items: page.items.map((record) => presentMemory(ctx, record, sight)) }
})

export const searchMemory = implement(aiContract.searchMemory, async (ctx, input) => {
  const sight = await memorySight(ctx)
  const found = await search(ctx.tx, input, sight)
  return { hits: found.map((record) => presentMemory(ctx, record, sight)) }
})

/** Before every turn: where no thing is asked about, none has to be looked up. */
export const recallMemory = implement(aiContract.recallMemory, async (ctx, { thing }) => {
  const sight = thing ? await memorySight(ctx) : await sightOf(ctx, [])
  const found = await injectedMemory(ctx.tx, { thing, limit: MOST_INJECTED }, sight)
  return { notes: found.map((record) => presentMemory(ctx, record, sight)) }
})
