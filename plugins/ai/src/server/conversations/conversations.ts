import {
  archiveConversation as archive,
  chooseModel,
  demandChatter,
  getConversation as find,
  findEmptyConversation,
  findLatestTurn,
  insertConversation,
  listConversations as list,
  listMessages,
  readAiSettings,
  deleteConversation as remove,
  resolveTools,
  updateConversation as update,
  writeSkillPin,
} from "@countersign/core/assistant"
import type { Conversation } from "@countersign/core/contract"
import { ConflictError, type Ctx, ForbiddenError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { storedText } from "../memory/stored-text.ts"
import { pinOf } from "./assistant-context.ts"

export const listConversations = implement(aiContract.listConversations, async (ctx, request) => {
  const page = await list(ctx.tx, ownerOf(ctx), request)
  return { ...page, mayDelete: (await readAiSettings(ctx.tx)).ownersMayDelete }
})

export const createConversation = implement(aiContract.createConversation, async (ctx, { scope, ...asked }) => {
  const { id: ownerId } = demandChatter(ctx)
  // Before the transaction opens: choosing may want a connection to the database of its own.
  const choice = await chooseOrNone(ctx, { ...asked, scope })
  const empty = await findEmptyConversation(ctx.tx, ownerId, scope)
  if (empty) return choice.model === null ? empty : renew(ctx, ownerId, empty, choice)
  const after = await insertConversation(ctx.tx, { ownerId, scope, ...choice })
  record(ctx, { after })
  return after
})

export const getConversation = implement(aiContract.getConversation, async (ctx, { id, before }) => {
  const conversation = await find(ctx.tx, ownerOf(ctx), id)
  const [page, turn] = await Promise.all([listMessages(ctx.tx, id, before), findLatestTurn(ctx.tx, id)])
  return { conversation, ...page, turn }
})

export const updateConversation = implement(aiContract.updateConversation, async (ctx, { id, version, ...change }) => {
  const { id: ownerId } = demandChatter(ctx)
  const before = await find(ctx.tx, ownerId, id)
  if (change.title) change = { ...change, title: storedText(ctx, change.title, 200) }
  const { connectionId, model } = change
  if (connectionId !== undefined || model !== undefined) {
    const asked = { connectionId: connectionId ?? before.connectionId, model: model ?? null, scope: before.scope }
    const choice = await chooseModel(ctx.runtime, ctx.principal, asked)
    change = { ...change, connectionId: choice.connection.id, model: choice.model }
  }
  if (change.skillId !== undefined) await pinSkill(ctx, id, change.skillId)
  const after = await update(ctx.tx, ownerId, id, version, change)
  if (!after)
    throw new ConflictError(
      "This conversation was changed in another tab. Look at it again before changing it.",
      before,
    )
  record(ctx, { before, after })
  return after
})

export const archiveConversation = implement(aiContract.archiveConversation, async (ctx, { id, archived }) => {
  const { id: ownerId } = demandChatter(ctx)
  const before = await find(ctx.tx, ownerId, id)
  const after = await archive(ctx.tx, ownerId, id, archived)
  record(ctx, { before, after })
  return after
})

export const deleteConversation = implement(aiContract.deleteConversation, async (ctx, { id }) => {
  const { id: ownerId } = demandChatter(ctx)
  const before = await find(ctx.tx, ownerId, id)
  if (!(await readAiSettings(ctx.tx)).ownersMayDelete)
    throw new ForbiddenError(
      "Conversations are archived here, not deleted for good. An administrator can allow it under AI policies.",
    )
  if (before.archivedAt === null)
    throw new ConflictError("Only an archived conversation can be deleted for good. Archive it first.", before)
  await remove(ctx.tx, ownerId, id)
  record(ctx, { before })
  return { id }
})

export const listSuggestions = implement(aiContract.listSuggestions, async (ctx, { scope }) => {
  const offered = new Set(resolveTools(ctx.runtime.tools, ctx.principal, scope).map(({ name }) => name))
  const suggestions = ctx.runtime.plugins
    .flatMap(({ assistant }) => assistant?.suggestions ?? [])
    .filter(({ needs, scopes }) => needs.every((name) => offered.has(name)) && (!scopes || scopes.includes(scope)))
  return { suggestions: suggestions.map(({ text }) => text).slice(0, MOST_SUGGESTIONS) }
})

export const stopTurn = implement(aiContract.stopTurn, async (ctx, { conversationId }) => {
  const turnId = await ctx.runtime.chat.stop(ctx, conversationId)
  ctx.audit({
    thing: { type: "ai.conversation", id: conversationId },
    note: turnId ? undefined : "Nothing was running.",
  })
  return { turnId, at: (await ctx.now()).toISOString() }
})

const MOST_SUGGESTIONS = 6

/** As it reads at this moment, which is what they agree to. Their own too: they may share it later. */
async function pinSkill(ctx: Ctx, conversationId: string, skillId: string | null): Promise<void> {
  const skill = skillId === null ? null : await ctx.call(aiContract.getSkill, { skillId }).catch(() => null)
  await writeSkillPin(ctx.tx, conversationId, skill && skill.origin !== "builtIn" ? pinOf(skill) : null)
}

/** Conversations belong to people: everybody else has none. */
function ownerOf({ principal }: Ctx): string {
  return principal.kind === "user" ? principal.id : NOBODY
}

const NOBODY = "00000000-0000-0000-0000-000000000000"

/** Without any connection a conversation can be begun all the same: the composer then leads to where one is added. */
async function chooseOrNone(
  ctx: Ctx,
  asked: { connectionId?: string; model?: string; scope: Conversation["scope"] },
): Promise<{ connectionId: string | null; model: string | null }> {
  try {
    const { connection, model } = await chooseModel(ctx.runtime, ctx.principal, asked)
    return { connectionId: connection.id, model }
  } catch (error) {
    if (asked.connectionId || !(error instanceof ConflictError)) throw error
    return { connectionId: null, model: null }
  }
}

async function renew(
  ctx: Ctx,
  ownerId: string,
  before: Conversation,
  choice: { connectionId: string | null; model: string | null },
): Promise<Conversation> {
  if (before.connectionId === choice.connectionId && before.model === choice.model) return before
  const change = { connectionId: choice.connectionId!, model: choice.model! }
  const after = (await update(ctx.tx, ownerId, before.id, before.version, change)) ?? before
  record(ctx, { before, after })
  return after
}

/** By its id: a title is made of what was said, and a conversation is its owner's alone. */
function record(ctx: Ctx, { before, after }: { before?: Conversation; after?: Conversation }): void {
  const { id } = (after ?? before)!
  const withoutTitle = (one: Conversation | undefined) => one && { ...one, title: undefined }
  const renamed = before && after && before.title !== after.title
  ctx.audit({
    thing: { type: "ai.conversation", id },
    before: withoutTitle(before),
    after: withoutTitle(after),
    note: renamed ? "Renamed." : undefined,
  })
  ctx.signal("ai.conversation")
}
