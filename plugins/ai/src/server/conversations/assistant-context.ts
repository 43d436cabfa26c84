import { randomUUID } from "node:crypto"
import { classOf, readSkillPin, type SkillPin, writeSkillPin } from "@countersign/core/assistant"
import { type Assistant, type Caller, ForbiddenError, NotFoundError, type TurnNotes } from "@countersign/core/server"
import { type Memory, memoryAccess, type Skill, type ThingRef } from "../../contract.ts"
import { recallMemory } from "../memory/read-memory.ts"
import { getSkill } from "../skills/read-skills.ts"
import { quotedInMemory } from "../tools/quoted.ts"

/** What goes into a turn beside the conversation: the skill that is on, and the notes that are always included. */
export const assistantContext: NonNullable<Assistant["context"]> = async (caller, ask) => {
  const { skillId, scope, snapshot } = ask
  const skill = skillId === null ? null : await skillFor(caller, skillId, ask.conversationId)
  const offered = skill && (skill.scopes.length === 0 || skill.scopes.includes(scope))
  const thing = snapshot?.thing
  return {
    ...(offered ? { skill: { title: skill.title, text: skill.text } } : {}),
    data: await notesFor(caller, thing),
    // Whether a skill or a thing is in sight is decided elsewhere too. An application may lose its voice.
    ...(skillId === null && !thing ? { restsOn: [memoryAccess.read.resource, "platform.application"] } : {}),
  }
}

/** One that was deleted, or is no longer shared, is simply not there any more: the conversation goes on. */
async function skillFor(caller: Caller, skillId: string, conversationId: string | null): Promise<Skill | null> {
  const skill = await getSkill(caller, { skillId }).catch(nullIfOutOfSight)
  return skill && conversationId ? pinned(caller, skill, conversationId) : skill
}

/** Instructions that others may change stay what the operator switched on: a change is used once they choose it again. */
async function pinned({ runtime }: Caller, skill: Skill, conversationId: string): Promise<Skill> {
  if (skill.origin === "builtIn") return skill
  const { direct } = runtime.database
  const pin = await readSkillPin(direct, conversationId, skill.id)
  if (pin && skill.pinned && !saysTheSame(pin, skill)) return { ...skill, title: pin.title, text: pin.text }
  // One's own as well: it may be shared, and changed by others, before the next turn.
  if (pin?.version !== skill.version) await writeSkillPin(direct, conversationId, pinOf(skill))
  return skill
}

function saysTheSame(pin: SkillPin, skill: Skill): boolean {
  return pin.title === skill.title && pin.text === skill.text
}

export function pinOf({ id, version, title, text }: Skill): SkillPin {
  return { id, version, title, text }
}

async function notesFor(caller: Caller, thing: ThingRef | undefined): Promise<NonNullable<TurnNotes["data"]>> {
  const found = await recallMemory(caller, thing ? { thing } : {}).catch(nullIfOutOfSight)
  const notes = found?.notes ?? []
  const own = notes.filter((note) => note.own)
  const others = notes.filter((note) => !note.own)
  return [
    ...(await toldAs("Notes the operator keeps", own, caller)),
    ...(await toldAs("Notes that colleagues share", others, caller)),
  ]
}

/** As if they had been searched for: whoever's words they are made of are in the context from here on. */
async function toldAs(
  title: string,
  notes: readonly Memory[],
  caller: Caller,
): Promise<NonNullable<TurnNotes["data"]>> {
  if (notes.length === 0) return []
  const { class: read, ...words } = await classOf(
    { ...caller.runtime, principal: caller.principal },
    notes.flatMap(wordsOf),
  )
  const source = { toolName: "ai.searchMemory", toolCallId: randomUUID(), at: caller.runtime.now().toISOString() }
  return [
    {
      title,
      text: notes.map(lineOf).join("\n"),
      ...(read === "own" ? {} : { outside: { ...source, ...words, class: read } }),
    },
  ]
}

/** Their owners' names are left out of what is told. */
function wordsOf(note: Memory) {
  return quotedInMemory(note).filter(({ type }) => type !== "platform.person")
}

function lineOf({ text, thing }: Memory): string {
  return `- ${thing ? `About ${thing.name}: ` : ""}${text.replace(/\n/g, "\n  ")}`
}

function nullIfOutOfSight(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof ForbiddenError) return null
  throw error
}
