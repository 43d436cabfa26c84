import type { Verb } from "../../access/implement.ts"
import type { QuotedThing, Tool } from "../../access/points/tool.ts"
import type { AnyProcedure, OutputOf, ParsedInputOf } from "../../contract/procedure.ts"
import { leanResult } from "../../tools/lean-result.ts"
import { defineTool } from "../../tools/tool.ts"
import type { Inheritance, InheritingThing } from "./inherits.ts"

// Newest first: what a model needs of a long story is in these, and the page has the rest.
const MOST_UPDATES = 30

type Words = readonly (string | false | null | undefined)[]
type ItemOf<List> = OutputOf<List> extends { items: readonly (infer Item)[] } ? Item : never

/** The two tools by which a model finds and reads things: `list` and `get`. */
export function readingTools<Item extends InheritingThing, List extends AnyProcedure, Get extends AnyProcedure>(
  things: Inheritance<Item>,
  verbs: { list: Verb<List>; get: Verb<Get> },
  draft: {
    /** `an incident`. */
    one: string
    /** When to list them and what to pass. How to page on is added. */
    list: string
    /** What one is read with: `with its timeline, newest update first, and its links`. When to call it is added. */
    get: string
    /** What people read of a list's filters before and after the word for the things; parent and text are added. */
    filters?(input: Partial<ParsedInputOf<List>>): { before?: Words; after?: Words }
    quotes(item: OutputOf<Get> | ItemOf<List>): QuotedThing[]
  },
): readonly Tool[] {
  const { thing, things: many, parent, find } = things.words
  return [
    defineTool({
      name: "list",
      verb: verbs.list as Verb<AnyProcedure>,
      describe(given, say) {
        const input = given as { text?: string } & Record<string, string | undefined>
        const { before = [], after = [] } = draft.filters?.(given as Partial<ParsedInputOf<List>>) ?? {}
        const parentId = input[`${parent}Id`]
        const about = parentId && `of ${say.name(parentId) ?? `a ${parent}`}`
        const words = ["Looked at", ...before, many, ...after, about, input.text && `with ${say.quote(input.text)}`]
        return words.filter(Boolean).join(" ")
      },
      description: `${draft.list} When nextCursor is there, pass it as \`after\` for the next page.`,
      quotes: ({ result }) => (result as { items: ItemOf<List>[] } | undefined)?.items.flatMap(draft.quotes) ?? [],
      projectResult: (page) => leanResult(page, { drop: ["version"], longest: 300 }),
    }),
    defineTool({
      name: "get",
      verb: verbs.get as Verb<AnyProcedure>,
      describe: (given, say) => `Looked at ${say.name((given as { id?: string }).id) ?? draft.one}`,
      description:
        `Read one ${thing} ${draft.get}. Call it before changing ${draft.one}, and for the ids of updates and links. ` +
        `Pass an id from ${find}, never a title.`,
      quotes: ({ input, result }) =>
        result ? draft.quotes(result as OutputOf<Get>) : [things.quoted(input as Partial<Item> & { id: string })],
      projectResult: (item) => leanResult(newest(item), { drop: ["version", "nextUpdateCursor"], longest: 2_000 }),
    }),
  ]
}

function newest(item: unknown): unknown {
  const { updates } = (item ?? {}) as { updates?: unknown }
  if (!Array.isArray(updates) || updates.length <= MOST_UPDATES) return item
  return { ...(item as object), updates: updates.slice(0, MOST_UPDATES), olderUpdates: updates.length - MOST_UPDATES }
}
