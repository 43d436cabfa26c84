import { listChatConnections } from "@countersign/core/assistant"
import { type Ctx, holds } from "@countersign/core/server"
import { chatAccess, connectionAccess, skillAccess } from "../../contract.ts"
import { seenSkillIds } from "../skills/skill-store.ts"
import { personBehind } from "./person-behind.ts"

/** One's own and those that are shared: a mark must not tell that somebody keeps another. */
export async function seenSkills(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!holds(ctx.principal, skillAccess.read)) return new Set()
  return new Set(await seenSkillIds(ctx.tx, ids, personBehind(ctx.principal)))
}

/** All for those who manage them; for everybody else those whose models they may choose. */
export async function seenConnections(
  { runtime, principal }: Ctx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (holds(principal, connectionAccess.manage)) return new Set(ids)
  if (!holds(principal, chatAccess.read)) return new Set()
  return new Set((await listChatConnections(runtime, principal)).map(({ id }) => id))
}
