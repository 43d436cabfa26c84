import { randomUUID } from "node:crypto"
import { type Assistant, type Caller, ForbiddenError, NotFoundError, type TurnNotes } from "@countersign/core/server"
import { type Memory, memoryAccess, type ThingRef } from "../contract.ts"
import { recallMemory } from "./read-memory.ts"
import { getSkill } from "./read-skills.ts"

/** What goes into a turn beside the conversation: the skill that is on, and the notes that are always included. */
export const assistantContext: NonNullable<Assistant["context"]> = async (caller, { skillId, scope, snapshot }) => {
  const skill = skillId === null ? null : await skillFor(caller, skillId)
  const offered = skill && (skill.scopes.length === 0 || skill.scopes.includes(scope))
  const thing = snapshot?.thing
  return {
    ...(offered ? { skill: { title: skill.title, text: skill.text } } : {}),
    data: await notesFor(caller, thing),
    // Whether a skill or a thing is in sight is decided elsewhere too.
    ...(skillId === null && !thing ? { restsOn: [memoryAccess.read.resource] } : {}),
  }
}

/** One that was deleted, or is no longer shared, is simply not there any more: the conversation goes on. */
async function skillFor(caller: Caller, skillId: string) {
  return getSkill(caller, { skillId }).catch(nullIfOutOfSight)
}

async function notesFor(caller: Caller, thing: ThingRef | undefined): Promise<NonNullable<TurnNotes["data"]>> {
  const found = await recallMemory(caller, thing ? { thing } : {}).catch(nullIfOutOfSight)
  const notes = found?.notes ?? []
  const own = notes.filter((note) => note.own)
  const others = notes.filter((note) => !note.own)
  const at = caller.runtime.now().toISOString()
  return [
    ...(own.length > 0 ? [{ title: "Notes the operator keeps", text: own.map(lineOf).join("\n") }] : []),
    ...(others.length > 0
      ? [
          {
            title: "Notes that colleagues share",
            text: others.map(lineOf).join("\n"),
            // As if they had been searched for: other people's words are in the context from here on.
            outside: { toolName: "ai.searchMemory", toolCallId: randomUUID(), at },
          },
        ]
      : []),
  ]
}

function lineOf({ text, thing }: Memory): string {
  return `- ${thing ? `About ${thing.name}: ` : ""}${text.replace(/\n/g, "\n  ")}`
}

function nullIfOutOfSight(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof ForbiddenError) return null
  throw error
}
