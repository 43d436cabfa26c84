import { asFeedback, type Ctx, type Preview } from "@countersign/core/server"
import type { System } from "../../contract.ts"
import { systemNotFound } from "../refusals.ts"
import { checkSystemDraft, type SystemDraft } from "../systems/system-draft.ts"
import { findSystem } from "../systems/system-store.ts"
import { contactPeople } from "./contact-people.ts"
import { draftedFields, referredThings, systemCard, systemThing } from "./system-card.ts"

/** The card of a change to one system, checked as the verbs check it. */
export async function previewSystemChange(
  ctx: Ctx,
  systemId: string,
  draft: Partial<SystemDraft>,
  summary: (system: System) => string,
): Promise<Preview> {
  const system = await findSystem(ctx.tx, systemId)
  if (!system) throw systemNotFound(systemId)
  const references = await asFeedback("systemId", () => checkSystemDraft(ctx.tx, draft, systemId))
  const people = draft.contacts ? await contactPeople(ctx.tx, draft.contacts, system.contacts) : []
  const target = systemCard(system)
  return {
    summary: summary(system),
    target,
    after: { ...target, ...draftedFields(draft, references) },
    things: [systemThing(system), ...referredThings(references), ...people],
  }
}
