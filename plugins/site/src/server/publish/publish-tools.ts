import { quoteName } from "@countersign/core/contract"
import { ConflictError, defineTool, NotFoundError } from "@countersign/core/server"
import { SHARED_WORDS } from "../../contract.ts"
import type { DocumentRef } from "../../document.ts"
import { sequenceOf } from "../site-store.ts"
import { SCOPES } from "../tools/run/make-tool.ts"
import { thingOf } from "../tools/run/preview-draft.ts"
import { ANYWHERE, PUBLICATIONS, wordsOf, wordsOfKey } from "../whose-words.ts"
import { type DocumentChange, isNothing, NOTHING_NEW, planNext } from "./plan-publication.ts"
import { createPreview } from "./previews.ts"
import { latestNumber, planAt, readPointer } from "./publication-store.ts"
import { listPublications, listUnpublished, publish, rollback } from "./publish.ts"
import { type ToldChange, toldChanges } from "./what-changed.ts"

const MOST_SENTENCES = 30

export const publishTool = defineTool({
  name: "publish",
  verb: publish,
  describe: ({ documents }) =>
    documents
      ? `Publish ${documents.length === 1 ? "1 document" : `${documents.length} documents`}`
      : "Publish the site",
  description:
    "Publish the draft of the site once the person wants visitors to see it: all of it, or only the documents you name as " +
    "type and id. What would change is listed by site.listUnpublished.",
  scopes: SCOPES,
  quotes: ({ input, result }) => (result ? wordsIn(result) : (input.documents?.map(wordsOf) ?? [ANYWHERE])),
  async preview(ctx, input) {
    const { publication } = await readPointer(ctx.tx)
    const version = (await latestNumber(ctx.tx)) + 1
    const next = await planNext(ctx, { styles: input.styles, ...(input.documents && { documents: input.documents }) })
    if (isNothing(next)) throw new ConflictError(NOTHING_NEW)
    const { shared, sequence } = next
    const changes = await toldChanges(ctx, next)
    return {
      summary: `Publish ${nameOfVersion(version)} of the site: ${whatOf(changes)}`,
      target: { version: publication, draft: sequence },
      after: { version, draft: sequence },
      things: changes.map(({ id, title }) => thingOf({ ref: refOf(id), title })),
      consequences: [
        ...changes.slice(0, MOST_SENTENCES).map(sentenceOf),
        ...(changes.length > MOST_SENTENCES ? [`${changes.length - MOST_SENTENCES} more documents change.`] : []),
        ...shared.map((part) => `${SHARED_WORDS[part]} change.`),
        "Everybody will see it at once. The version before can be brought back.",
      ],
    }
  },
})

export const rollbackTool = defineTool({
  name: "rollback",
  verb: rollback,
  describe: ({ number }) => `Bring version ${number ?? "before"} of the site back`,
  description:
    "Bring an earlier version of the published site back when the person says that the present one is wrong. Pass a number " +
    "from site.listPublications. Systems, incidents and maintenance stay those of today.",
  scopes: SCOPES,
  quotes: ({ result }) => (result ? wordsIn(result) : []),
  async preview(ctx, { number }) {
    const { publication } = await readPointer(ctx.tx)
    const version = (await latestNumber(ctx.tx)) + 1
    const then = await planAt(ctx.tx, number)
    if (!then) throw new NotFoundError(`There is no version ${number}. List the versions to find the right one.`)
    return {
      summary: `Bring ${nameOfVersion(number)} of the site back, as ${nameOfVersion(version)}`,
      target: { version: publication },
      after: { version },
      consequences: [
        then.documents.size === 1
          ? "Everybody will see its one document as it was then. The draft stays as it is."
          : `Everybody will see its ${then.documents.size} documents as they were then. The draft stays as it is.`,
      ],
    }
  },
})

/** Whoever has the link sees the draft, so somebody signs that there is one. */
const previewLinkTool = defineTool({
  name: "previewLink",
  verb: createPreview,
  describe: () => "Make a preview link",
  description:
    "Make a link that shows the draft as it is now to people without an account, when the person wants to show it to somebody. It ends after two weeks.",
  quotes: "nothing",
  preview: async (ctx) => ({
    summary: "Make a link that shows the draft of the site",
    target: null,
    after: { draft: await sequenceOf(ctx.tx) },
    consequences: ["Whoever has the link sees the draft as it is now, for two weeks or until the link is revoked."],
  }),
})

export const publicationTools = [
  publishTool,
  rollbackTool,
  previewLinkTool,
  defineTool({
    name: "listUnpublished",
    verb: listUnpublished,
    describe: () => "Looked at what is not published yet",
    description: "List the documents whose draft differs from what visitors see. Call it before publishing.",
    scopes: SCOPES,
    quotes: ({ result }) => (result?.changed ?? []).map(({ id, title }) => ({ ...wordsOfKey(id), name: title })),
  }),
  defineTool({
    name: "listPublications",
    verb: listPublications,
    describe: () => "Looked at the published versions",
    description: "List the versions of the site that were published, the latest first, with their numbers.",
    scopes: SCOPES,
    // Titles of then, and the names of those who published.
    quotes: ({ result }) => (result?.publications.length === 0 ? [] : [ANYWHERE, PUBLICATIONS]),
  }),
]

/** What is wrong may be told of any page. */
function wordsIn({ changed, problems }: { changed: readonly DocumentChange[]; problems: readonly string[] }) {
  return [
    ...changed.map(({ id, title }) => ({ ...wordsOfKey(id), name: title })),
    ...(problems.length > 0 ? [ANYWHERE] : []),
  ]
}

/** As the audit log calls it. */
export function nameOfVersion(number: number): string {
  return `Version ${number}`
}

function whatOf(changes: readonly DocumentChange[]): string {
  if (changes.length === 0) return "styles and settings"
  return changes.length === 1 ? quoteName(changes[0]!.title) : `${changes.length} documents`
}

function refOf(key: string): DocumentRef {
  const at = key.indexOf(":")
  return { type: key.slice(0, at) as DocumentRef["type"], id: key.slice(at + 1) }
}

function sentenceOf({ title, id, change, what }: ToldChange): string {
  const kind = id.startsWith("page:") ? "page" : id.startsWith("template:") ? "template" : "component"
  const words = { added: "is new", changed: "changes", removed: "goes" }[change]
  return `The ${kind} ${quoteName(title)} ${words}${what.length > 0 ? `: ${what.join(", ")}` : ""}.`
}
