import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import type { Deletion } from "../../contract.ts"
import { deleteSystem, planSystemDeletion } from "../systems/delete-system.ts"
import { quotedSystem } from "./quoted.ts"
import { systemCard, systemThing } from "./system-card.ts"

export const deleteSystemTool = defineTool({
  name: "deleteSystem",
  describe: ({ systemId }, say) => `Delete ${say.name(systemId) ?? "a system"}`,
  verb: deleteSystem,
  description:
    "Delete a system with everything that hangs on it, only when the operator asks for exactly that: it cannot be " +
    "undone. Pass an id from catalog.listSystems, never a name.",
  // What went with it is told by name alone.
  quotes: ({ input, result }) => (result ? "outside" : [quotedSystem({ id: input.systemId })]),
  async preview(ctx, { systemId }) {
    const { system, deletion } = await planSystemDeletion(ctx, systemId)
    return {
      summary: `Delete the system ${quoteName(system.name)}`,
      target: systemCard(system),
      after: null,
      things: [systemThing(system)],
      consequences: sentencesOf(deletion),
    }
  },
})

/**
 * As people are told everywhere, but of its status and of recorded changes only that they are lost: a check that reports
 * every minute would otherwise change the card before anybody could sign it.
 */
function sentencesOf({ consequences }: Deletion): string[] {
  const counted = consequences.filter(({ what }) => !UNCOUNTED[what]).map(({ sentence }) => sentence)
  return [...counted, ...new Set(consequences.flatMap(({ what }) => UNCOUNTED[what] ?? []))]
}

const STATUS = "What was reported of its status and its status timeline are lost."
const UNCOUNTED: Partial<Record<Deletion["consequences"][number]["what"], string>> = {
  reports: STATUS,
  history: STATUS,
  changes: "What was recorded of its changes is lost.",
}
