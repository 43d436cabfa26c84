import { type Ctx, ForbiddenError, holds, NotFoundError } from "@countersign/core/server"
import { type Memory, memoryAccess } from "../../contract.ts"
import { personBehind } from "../proposals/person-behind.ts"
import { keyOf, seenThings } from "../proposals/seen-things.ts"
import { findMemory, type MemoryRecord, type MemorySight, thingsInMemory } from "./memory-store.ts"

export interface Sight extends MemorySight {
  names: ReadonlyMap<string, string>
}

/** What the caller sees of all that notes are about. */
export async function memorySight(ctx: Ctx): Promise<Sight> {
  return sightOf(ctx, await thingsInMemory(ctx.tx, personBehind(ctx.principal)))
}

export async function sightOf(ctx: Ctx, things: Parameters<typeof seenThings>[1]): Promise<Sight> {
  const names = await seenThings(ctx, things)
  return { personId: personBehind(ctx.principal), seen: [...names.keys()], names }
}

/** A note as the caller may see it. */
export function presentMemory(ctx: Ctx, record: MemoryRecord, { names }: Pick<Sight, "names">): Memory {
  const { ownerId, ownerName, thing, text, ...rest } = record
  const own = ownerId === personBehind(ctx.principal)
  const name = thing && (names.get(keyOf(thing)) ?? null)
  return {
    ...rest,
    text: thing && name === null ? "" : text,
    thing: thing && { ...thing, name },
    owner: { id: ownerId, name: ownerName },
    own,
    mayChange: mayChange(ctx, record),
  }
}

export interface FoundMemory {
  record: MemoryRecord
  memory: Memory
  names: ReadonlyMap<string, string>
}

/** One's own or a shared one about something in sight, with its thing's name. */
export async function readMemory(ctx: Ctx, id: string): Promise<FoundMemory> {
  const personId = personBehind(ctx.principal)
  const record = await findMemory(ctx.tx, id, personId)
  if (!record) throw goneMemory(id)
  const names = await seenThings(ctx, record.thing ? [record.thing] : [])
  const hidden = record.thing && !names.has(keyOf(record.thing))
  if (hidden && record.ownerId !== personId) throw goneMemory(id)
  return { record, memory: presentMemory(ctx, record, { names }), names }
}

export async function readMemoryToChange(ctx: Ctx, id: string): Promise<FoundMemory> {
  const found = await readMemory(ctx, id)
  if (!found.memory.mayChange)
    throw new ForbiddenError(
      `This note is shared, and changing what everyone relies on takes the permission ${memoryAccess.manage.id}. ` +
        "An administrator can grant it.",
    )
  return found
}

/** What the audit log keeps. A private note is its owner's: the log tells that it changed, not what it says. */
export function auditMemory({ ownerName, text, createdAt, updatedAt, ...record }: MemoryRecord): object {
  return record.shared ? { ...record, text } : record
}

export function goneMemory(id: string): NotFoundError {
  return new NotFoundError(
    `No note has the id ${id}, or it is not yours to see. Find the right one with ai.searchMemory.`,
  )
}

function mayChange({ principal }: Ctx, { shared, ownerId }: MemoryRecord): boolean {
  if (shared) return holds(principal, memoryAccess.manage)
  return ownerId === personBehind(principal) && holds(principal, memoryAccess.keep)
}
