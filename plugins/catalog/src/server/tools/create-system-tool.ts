import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { createSystem } from "../systems/create-system.ts"
import { checkSystemDraft } from "../systems/system-draft.ts"
import { contactPeople } from "./contact-people.ts"
import { quotedInSystem } from "./quoted.ts"
import { draftedFields, referredThings } from "./system-card.ts"

export const createSystemTool = defineTool({
  name: "createSystem",
  describe: ({ name }, say) => (name ? `Add the system ${say.quote(name)}` : "Add a system"),
  verb: createSystem,
  description:
    "Add a system to the catalog when the operator asks for one that is not there yet; look with catalog.listSystems " +
    "first. One system per service: stages are environments, not copies. Pass group ids from catalog.listGroups and " +
    "environment ids from catalog.listEnvironments, never names. Leave out what nobody told you.",
  quotes: ({ result }) => (result ? quotedInSystem(result) : []),
  async preview(ctx, draft) {
    const references = await asFeedback("name", () => checkSystemDraft(ctx.tx, draft))
    const people = await contactPeople(ctx.tx, draft.contacts)
    return {
      summary: `Add the system ${quoteName(draft.name)}`,
      after: draftedFields(draft, references),
      things: [...referredThings(references), ...people],
    }
  },
})
