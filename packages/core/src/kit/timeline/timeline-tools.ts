import type { Verb } from "../../access/implement.ts"
import type { Tool } from "../../access/points/tool.ts"
import type { TimelineLink } from "../../contract/kit/timeline.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import type { Tx } from "../../db/database.ts"
import { asFeedback } from "../../tools/as-feedback.ts"
import { defineTool } from "../../tools/tool.ts"
import type { Found, Inheritance } from "../inherits/inherits.ts"
import { quotedAuthor } from "./author.ts"
import type { Update } from "./entries.ts"
import type { TimelineDraft, TimelineProcedures, TimelineThing } from "./timeline.ts"

/** What verbs and previews check alike. */
interface Checks<Item> {
  readUpdate(tx: Tx, id: string, updateId: string): Promise<Update>
  readLink(tx: Tx, id: string, linkId: string): Promise<TimelineLink>
  demandNews(found: Found<Item>, message: string, status: string | undefined): void
  demandRoomForLink(tx: Tx, found: Found<Item>): Promise<void>
}

export function timelineTools<Item extends TimelineThing, Card extends object>(
  things: Inheritance<Item>,
  verbs: { readonly [Name in keyof TimelineProcedures]: Verb<TimelineProcedures[Name]> },
  draft: TimelineDraft<Item, Card>,
  checks: Checks<Item>,
): readonly Tool[] {
  const [plugin = "", noun = ""] = things.type.split(".")
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
  const passId = `Pass the ${noun}'s id from ${things.words.find}`
  const quoted = ({ id }: { id: string }) => ({ type: things.type, id })
  const titled = (found: Found<Item>) => quoteName(things.nameOf(found))

  return [
    defineTool({
      name: "addUpdate",
      describe: ({ id }, say) => `Post an update to ${say.name(id) ?? one}`,
      verb: verbs.addUpdate,
      description:
        `Post an update to ${one}'s timeline${draft.move ? ", with or without a new status" : ""}. ${passId}, never a title, ` +
        `and the text as the operator would sign it. ${draft.hint ? `${draft.hint} ` : ""}\`visibility\` is "public" for ` +
        'everybody, "signedIn" for all who may read it (the default), "internal" for those who work on it.',
      quotes: ({ input, result }) => [quoted(input), ...(result ? quotedAuthor(result.author) : [])],
      async preview(ctx, { id, message, status }) {
        const before = await things.readToChange(ctx, id)
        await asFeedback("message", () => checks.demandNews(before, message, status))
        const target = await draft.card(ctx, before)
        const after = { ...before, status: status ?? before.status }
        return {
          summary: `Post an update to ${titled(before)}`,
          target,
          after: draft.move ? { ...target, status: after.status } : target,
          things: [things.card(before)],
          consequences: draft.foresee?.(before, after, target) ?? [],
        }
      },
    }),
    defineTool({
      name: "addLink",
      describe: ({ id, label }, say) =>
        `Add ${label ? `the link ${say.quote(label)}` : "a link"} to ${say.name(id) ?? one}`,
      verb: verbs.addLink,
      description:
        `Add a link to ${one}: a dashboard, a call, a ticket. ${passId}, never a title, and an address that the operator gave ` +
        "or that a tool returned; do not make one up.",
      quotes: ({ input, result }) => [quoted(input), ...(result ? quotedAuthor(result.addedBy) : [])],
      async preview(ctx, { id, label }) {
        const found = await things.readToChange(ctx, id)
        await asFeedback("id", () => checks.demandRoomForLink(ctx.tx, found))
        return {
          summary: `Add the link ${quoteName(label)} to ${titled(found)}`,
          target: await draft.card(ctx, found),
          things: [things.card(found)],
        }
      },
      undo: {
        tool: `${plugin}.removeLink`,
        by: ({ id }, link) => ({ input: { id, linkId: link.id }, label: "Remove the link" }),
      },
    }),
    defineTool({
      name: "removeLink",
      describe: ({ id }, say) => `Remove a link from ${say.name(id) ?? one}`,
      verb: verbs.removeLink,
      description:
        `Remove a link from ${one} when the operator asks for it. ${passId} and the link's id from ${plugin}.get, never its ` +
        "label.",
      quotes: ({ input }) => [quoted(input)],
      async preview(ctx, { id, linkId }) {
        const found = await things.readToChange(ctx, id)
        const { label, url, at } = await asFeedback("linkId", () => checks.readLink(ctx.tx, id, linkId))
        const named = { id: linkId, name: `${label} (${url})` }
        return {
          summary: `Remove the link ${quoteName(label)} from ${titled(found)}`,
          target: { id, link: named, createdAt: at },
          after: null,
          things: [
            things.card(found),
            { type: `${plugin}.link`, ...named, state: { label, url }, partOf: quoted(found) },
          ],
        }
      },
    }),
    defineTool({
      name: "deleteUpdate",
      describe: ({ id }, say) => `Delete an update of ${say.name(id) ?? one}`,
      verb: verbs.deleteUpdate,
      description:
        `Delete an update from ${one}'s timeline, only when the operator asks for exactly that: it cannot be undone. ` +
        `${passId} and the update's id from ${plugin}.get.`,
      quotes: ({ input }) => [quoted(input)],
      async preview(ctx, { id, updateId }) {
        const found = await things.readToChange(ctx, id)
        const update = await asFeedback("updateId", () => checks.readUpdate(ctx.tx, id, updateId))
        const named = { id: updateId, name: `${update.author.name}: ${update.message || `status ${update.status}`}` }
        return {
          summary: `Delete an update of ${titled(found)} by ${quoteName(update.author.name)}`,
          target: { id, update: named, createdAt: update.at },
          after: null,
          things: [
            things.card(found),
            { type: `${plugin}.update`, ...named, state: { version: update.version }, partOf: quoted(found) },
          ],
          consequences: [
            update.editedAt && "Its earlier texts go with it.",
            update.status && `The ${noun} keeps its status, ${found.status}.`,
          ].filter((sentence) => sentence !== null),
        }
      },
    }),
  ]
}
