import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { addUpdate, demandNews } from "../add-update.ts"
import { incidents } from "../incident-store.ts"
import { incidentCard, overrideConsequences } from "./incident-card.ts"
import { quotedAuthor } from "./quoted.ts"

export const addUpdateTool = defineTool({
  name: "addUpdate",
  words: "Post an update",
  verb: addUpdate,
  description:
    "Post an update to an incident's timeline, with or without a new status. Pass the incident's id from incident.list, " +
    "never a title, and the text as the operator would sign it. To end an incident use incident.resolve. `visibility` is " +
    '"public" for everybody, "signedIn" for all who may read it (the default), "internal" for those who work on it.',
  quotes: ({ input, result }) => [incidents.quoted(input), ...(result ? quotedAuthor(result.author) : [])],
  async preview(ctx, { id, message, status }) {
    const before = await incidents.readToChange(ctx, id)
    await asFeedback("message", () => demandNews(before, message, status))
    const target = await incidentCard(ctx, before)
    const after = { status: status ?? before.status }
    return {
      summary: `Post an update to ${quoteName(before.title)}`,
      target,
      after: { ...target, ...after },
      things: [incidents.card(before)],
      consequences: overrideConsequences(before, { ...before, ...after }, target.systems),
    }
  },
})
