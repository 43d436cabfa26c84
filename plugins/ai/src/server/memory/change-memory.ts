import { ConflictError, type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { aiContract, type Memory } from "../../contract.ts"
import {
  auditMemory,
  type FoundMemory,
  goneMemory,
  presentMemory,
  readMemory,
  readMemoryToChange,
} from "./memory-sight.ts"
import { type MemoryRecord, removeMemory, writeMemory } from "./memory-store.ts"
import { LONGEST_TEXT } from "./save-memory.ts"
import { excerpt, storedText } from "./stored-text.ts"

export const updateMemory = implement(
  aiContract.updateMemory,
  async (ctx, { memoryId, version, text, alwaysInject }) => {
    const found = await readMemoryToChange(ctx, memoryId)
    const changes = {
      ...(text !== undefined ? { text: storedText(ctx, text, LONGEST_TEXT) } : {}),
      ...(alwaysInject !== undefined ? { alwaysInject } : {}),
    }
    return change(ctx, found, version, changes)
  },
)

export const shareMemory = implement(
  aiContract.shareMemory,
  async (ctx, { memoryId, version, shared, alwaysInject }) => {
    const found = await readMemoryToChange(ctx, memoryId)
    checkSharing(found.record, { shared, alwaysInject })
    return change(ctx, found, version, { shared, alwaysInject })
  },
)

export const deleteMemory = implement(aiContract.deleteMemory, async (ctx, { memoryId }) => {
  const { record: before } = await readMemoryToChange(ctx, memoryId)
  if (!(await removeMemory(ctx.tx, memoryId))) throw goneMemory(memoryId)
  ctx.audit({ thing: { id: memoryId, ...nameOf(before) }, before: auditMemory(before) })
  return { id: memoryId }
})

/** Nobody else's turns are touched by what is somebody's own: that goes through `updateMemory`. */
export function checkSharing(
  before: Pick<MemoryRecord, "shared">,
  { shared, alwaysInject }: { shared: boolean; alwaysInject: boolean },
): void {
  if (!before.shared && !shared)
    throw new InvalidInputError(
      `This note is its owner's alone already.${alwaysInject ? " Change it with updateMemory to have it always included." : ""}`,
      [{ path: "shared", message: "Nothing would change." }],
    )
}

async function change(
  ctx: Ctx,
  { record: before, names }: FoundMemory,
  version: number,
  changes: Partial<Pick<MemoryRecord, "text" | "alwaysInject" | "shared">>,
): Promise<Memory> {
  const at = await ctx.now()
  if (!(await writeMemory(ctx.tx, { id: before.id, version }, changes, at)))
    throw new ConflictError(
      "This note was changed somewhere else since you read it. Look at it again before changing it.",
      (await readMemory(ctx, before.id)).memory,
    )
  // Not read again: whoever makes another's note private does not see it any more.
  const after = { ...before, ...changes, version: version + 1, updatedAt: at.toISOString() }
  ctx.audit({
    thing: { id: before.id, ...nameOf(after) },
    before: auditMemory(before),
    after: auditMemory(after),
    wordedAfter: ctx.wordedAfter,
  })
  return presentMemory(ctx, after, { names })
}

function nameOf({ shared, text }: MemoryRecord): { name?: string } {
  return shared ? { name: excerpt(text) } : {}
}
