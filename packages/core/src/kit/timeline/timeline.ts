import type { z } from "zod"
import type { Ctx } from "../../access/ctx.ts"
import { implement, type Verb } from "../../access/implement.ts"
import type { QuotedThing, Tool } from "../../access/points/tool.ts"
import type { Author, TimelineLink, timelineContract, Visibility } from "../../contract/kit/timeline.ts"
import { VISIBILITIES } from "../../contract/kit/visibility.ts"
import { listed } from "../../contract/listed.ts"
import type { AnyProcedure } from "../../contract/procedure.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import type { Tx } from "../../db/database.ts"
import { ConflictError, InvalidInputError, NotFoundError } from "../../errors.ts"
import type { Found, Inheritance, InheritingThing } from "../inherits/inherits.ts"
import { authorOf, quotedAuthor } from "./author.ts"
import { narrower, type RecordedChanges, type RecordedValue, timelineEntries, type Update } from "./entries.ts"
import { revisionsInWords } from "./revisions-in-words.ts"
import { timelineTools } from "./timeline-tools.ts"

/** A thing with a timeline says what state it is in. */
export interface TimelineThing extends InheritingThing {
  status: string
}

export interface TimelineDraft<Item extends TimelineThing, Card extends object = object> {
  /** The fields whose edits are kept, as the contract's timeline lists them. */
  fields: readonly string[]
  /** Fields that hold ids, by what they are ids of: `{ systems: "catalog.system" }`. */
  refersTo?: Readonly<Record<string, string>>
  /** Columns of the things' own table that name people: `opened_by` for `opened_by_id` and `opened_by_name`. */
  authors?: readonly string[]
  /** Gives it a status that somebody posted an update with; false when it has that already. */
  move?(ctx: Ctx, before: Found<Item>, status: Item["status"], at: Date): Promise<boolean>
  /** After an update was posted or corrected, in the same transaction: tell others. */
  changed?(ctx: Ctx, before: Found<Item>, after: Found<Item>, update: Update): Promise<void>
  /** When a person departed, before their name goes from the entries: what else the plugin keeps of them. */
  erased?(ctx: Ctx, personId: string, name: string): Promise<void>
  /** The thing as its cards show it. */
  card(ctx: Ctx, found: Found<Item>): Promise<Card>
  /** What a new status would bring, as sentences for that card. */
  foresee?(before: Found<Item>, after: Found<Item>, card: Card): readonly string[]
  /** A sentence more for models that post updates: `To end an incident use incident.resolve.` */
  hint?: string
}

// They are all read with the thing; beyond this they hide each other.
const MOST_LINKS = 50
// A screen or two: most end with fewer, and the page asks for the rest when somebody scrolls that far.
const UPDATES_AT_ONCE = 100

/** The procedures of any timeline, as their verbs see them. */
export type TimelineProcedures = ReturnType<
  typeof timelineContract<string, StringSchema, StringSchema, readonly string[], StringSchema>
>["procedures"]
type StringSchema = z.ZodType<string, string>

/** What a contract made with `timelineContract` has, whatever its statuses and fields. */
type ProceduresOf = { readonly [Name in keyof TimelineProcedures]: AnyProcedure }

/**
 * Updates, links and the history of edits of a kind of thing, in the tables that `timelineTables` makes: the verbs behind
 * `timelineContract`, the tools over them, and what the plugin's own verbs need of it.
 */
export function timeline<Item extends TimelineThing, Procedures extends ProceduresOf, Card extends object>(
  things: Inheritance<Item>,
  procedures: Procedures,
  draft: TimelineDraft<Item, Card>,
) {
  const [schema = "", noun = ""] = things.type.split(".")
  const entries = timelineEntries(schema, noun)
  const own = procedures as unknown as TimelineProcedures
  const thingOf = (found: Found<Item>) => ({ id: found.id, name: things.nameOf(found) })

  const post = (
    ctx: Ctx,
    id: string,
    update: { message: string; status: Item["status"] | null; visibility: Visibility; at: Date },
  ): Promise<Update> => entries.insertUpdate(ctx.tx, id, { ...update, author: authorOf(ctx) })

  async function readUpdate(tx: Tx, id: string, updateId: string): Promise<Update> {
    const update = await entries.findUpdate(tx, id, updateId)
    if (!update) throw goneUpdate()
    return update
  }

  async function readLink(tx: Tx, id: string, linkId: string): Promise<TimelineLink> {
    const link = (await entries.listLinks(tx, id)).find((one) => one.id === linkId)
    if (!link) throw goneLink()
    return link
  }

  /** An update without a text has to bring another status. */
  function demandNews(found: Found<Item>, message: string, status: string | undefined): void {
    if (message === "" && (status === undefined || status === found.status))
      throw new ConflictError(
        `${quoteName(things.nameOf(found))} has the status ${found.status} already. Write what there is to say about it.`,
      )
  }

  async function demandRoomForLink(tx: Tx, found: Found<Item>): Promise<void> {
    if ((await entries.listLinks(tx, found.id)).length >= MOST_LINKS)
      throw new ConflictError(
        `${quoteName(things.nameOf(found))} has ${MOST_LINKS} links, which is the most. Remove one first.`,
      )
  }

  const goneUpdate = () =>
    new NotFoundError(`This ${noun} has no such update; somebody may have deleted it. Read the ${noun} again.`)
  const goneLink = () =>
    new NotFoundError(`This ${noun} has no such link; somebody may have removed it. Read the ${noun} again.`)

  const verbs = {
    listUpdates: implement(own.listUpdates, async (ctx, { id, ...request }) => {
      const found = await things.read(ctx, id)
      return entries.listUpdates(ctx.tx, id, visibleTo(ctx, found), request)
    }),

    listRevisions: implement(own.listRevisions, async (ctx, { id, ...request }) => {
      const found = await things.read(ctx, id)
      const page = await entries.listRevisions(ctx.tx, id, visibleTo(ctx, found), request)
      return { ...page, items: await revisionsInWords(ctx, page.items, things, draft) }
    }),

    addUpdate: implement(own.addUpdate, async (ctx, { id, message, status, visibility }) => {
      const before = await things.hold(ctx, id)
      demandNews(before, message, status)
      const at = await ctx.now()
      const moved = status !== undefined && ((await draft.move?.(ctx, before, status, at)) ?? false)
      if (!moved) await things.touch(ctx.tx, id, at)

      const update = await post(ctx, id, { message, status: moved ? status : null, visibility, at })
      const after = await things.read(ctx, id)
      await draft.changed?.(ctx, before, after, update)
      ctx.audit({ thing: thingOf(after), before: { status: before.status }, after: { status: after.status, update } })
      return update
    }),

    editUpdate: implement(own.editUpdate, async (ctx, { id, updateId, version, message, visibility }) => {
      if (message === undefined && visibility === undefined)
        throw new InvalidInputError("Give the update another text or another visibility.")
      const found = await things.hold(ctx, id)
      const before = await readUpdate(ctx.tx, id, updateId)
      const at = await ctx.now()

      const after = await entries.correctUpdate(ctx.tx, id, { updateId, version, message, visibility, at })
      if (!after)
        throw new ConflictError(
          `This update of ${quoteName(things.nameOf(found))} was corrected since you read it: you have version ${version}, ` +
            `it is now at ${before.version}. Look at what it says now, then save again.`,
          before,
        )
      const [was, is] = [before, after].map((one) => ({ message: one.message, visibility: one.visibility }))
      const changes = differences(was!, is!)
      if (changes)
        await entries.insertRevision(ctx.tx, id, {
          updateId,
          kind: "updateEdited",
          visibility: narrower(before.visibility, after.visibility),
          author: authorOf(ctx),
          at,
          changes,
        })
      await things.touch(ctx.tx, id, at)
      await draft.changed?.(ctx, found, found, after)
      ctx.audit({ thing: thingOf(found), before: { update: before }, after: { update: after } })
      return after
    }),

    deleteUpdate: implement(own.deleteUpdate, async (ctx, { id, updateId }) => {
      const found = await things.hold(ctx, id)
      const before = await readUpdate(ctx.tx, id, updateId)
      if (!(await entries.removeUpdate(ctx.tx, id, updateId))) throw goneUpdate()
      const at = await ctx.now()
      await entries.insertRevision(ctx.tx, id, {
        updateId: null,
        kind: "updateDeleted",
        visibility: before.visibility === "internal" ? "internal" : "signedIn",
        author: authorOf(ctx),
        at,
        changes: {},
      })
      await things.touch(ctx.tx, id, at)
      ctx.audit({ thing: thingOf(found), before: { update: before }, after: null })
      return { id, updateId }
    }),

    addLink: implement(own.addLink, async (ctx, { id, label, url }) => {
      const found = await things.hold(ctx, id)
      await demandRoomForLink(ctx.tx, found)
      const at = await ctx.now()
      const link = await entries.insertLink(ctx.tx, id, { label, url, addedBy: authorOf(ctx), at })
      await things.touch(ctx.tx, id, at)
      ctx.audit({ thing: thingOf(found), before: null, after: { link } })
      return link
    }),

    removeLink: implement(own.removeLink, async (ctx, { id, linkId }) => {
      const found = await things.hold(ctx, id)
      const link = await entries.deleteLink(ctx.tx, id, linkId)
      if (!link) throw goneLink()
      await things.touch(ctx.tx, id, await ctx.now())
      ctx.audit({ thing: thingOf(found), before: { link }, after: null })
      return { id, linkId }
    }),

    /** What they wrote stays: it is the thing's record, and may name others too. */
    erasePerson: implement(own.erasePerson, async (ctx, { personId, name }) => {
      await draft.erased?.(ctx, personId, name)
      const renamed = await entries.renameAuthor(ctx.tx, personId, name, draft.authors ?? [])
      if (renamed === 0) return { renamed }
      ctx.signal(things.type)
      const note = `${renamed} ${renamed === 1 ? "entry" : "entries"} of ${things.words.things} renamed.`
      ctx.audit({ thing: { type: "platform.person", id: personId, name }, note })
      return { renamed }
    }),
  }

  return {
    verbs: verbs as unknown as { readonly [Name in keyof TimelineProcedures]: Verb<Procedures[Name]> },
    /** `addUpdate`, `addLink`, `removeLink` and `deleteUpdate` for models. */
    tools: timelineTools(things, verbs, draft, {
      readUpdate,
      readLink,
      demandNews,
      demandRoomForLink,
    }) as readonly Tool[],
    /** Writes an update in the caller's name. For the plugin's own verbs, which move the thing and tell others themselves. */
    post,
    /** Keeps what a field said before, where it says something else now. Fields that `after` leaves out stayed as they were. */
    async recordEdit(
      ctx: Ctx,
      id: string,
      at: Date,
      before: Readonly<Record<string, unknown>>,
      after: Readonly<Record<string, RecordedValue | undefined>>,
    ): Promise<void> {
      const changes = differences(before, after)
      if (!changes) return
      const author = authorOf(ctx)
      const kind = `${noun}Edited` as const
      await entries.insertRevision(ctx.tx, id, { updateId: null, kind, visibility: "signedIn", author, at, changes })
    },
    /** For the verb that reads one thing whole: its newest updates, as far as the caller may read them, and its links. */
    async detail(ctx: Ctx, found: Found<Item>) {
      const newest = { sort: "at", direction: "desc", limit: UPDATES_AT_ONCE } as const
      const page = await entries.listUpdates(ctx.tx, found.id, visibleTo(ctx, found), newest)
      return {
        updates: page.items as (Update & { status: Item["status"] | null })[],
        nextUpdateCursor: page.nextCursor,
        links: await entries.listLinks(ctx.tx, found.id),
      }
    },
    /**
     * After a parent of it was deleted: closes it if that was its last one and `close` says it was open, and says so on the
     * timeline, without the parent's name: those who work on the thing need not have seen that parent.
     */
    async loseParent(
      ctx: Ctx,
      before: Found<Item>,
      { status, word, close }: { status: Item["status"]; word: string; close: (at: Date) => Promise<boolean> },
    ): Promise<{ closed: boolean; update: Update }> {
      const at = await ctx.now()
      const closed = before.inherited.parentIds.length === 1 && (await close(at))
      // Edits based on its version would write back what is gone.
      if (!closed) await things.change(ctx.tx, before.id, {}, { at })
      const { parents } = things.words
      const gone = `was deleted from the ${things.access.parent.split(".")[0]}.`
      const message = closed ? `${word} because the last of its ${parents} ${gone}` : `One of its ${parents} ${gone}`
      const update = await post(ctx, before.id, { message, status: closed ? status : null, visibility: "internal", at })
      ctx.signal(things.type)
      return { closed, update }
    },
    /** For `quotes` of tools: whose words an answer repeats. Updates and links are written on the thing. */
    quoted: (item: Quotable<Item>): QuotedThing[] => [
      things.quoted(item),
      ...(item.updates ?? []).flatMap(({ author }) => quotedAuthor(author)),
      ...(item.links ?? []).flatMap(({ addedBy }) => quotedAuthor(addedBy)),
    ],
    /** What goes when the thing is deleted, as the sentence for its card; `more` names what else the plugin keeps. */
    async losses(tx: Tx, id: string, more: readonly string[] = []): Promise<string> {
      const updates = await entries.countUpdates(tx, id)
      const links = (await entries.listLinks(tx, id)).map(({ label }) => quoteName(label))
      const lost = [
        ...(updates > 0 ? [`its ${updates === 1 ? "update" : `${updates} updates`}`] : []),
        ...(links.length > 0 ? [`its ${links.length === 1 ? "link" : "links"} ${listed(links, links.length)}`] : []),
        ...more,
        "its history",
      ]
      return `With it ${lost.length === 1 ? "goes" : "go"} ${listed(lost, lost.length)}.`
    },
  }
}

type Quotable<Item> = Partial<Item> & {
  id: string
  updates?: readonly { author: Author }[]
  links?: readonly { addedBy: Author }[]
}

function visibleTo(ctx: Ctx, { inherited }: Found<unknown>): readonly Visibility[] {
  if (ctx.principal.kind === "anonymous") return ["public"]
  return inherited.seesInternal ? VISIBILITIES : ["public", "signedIn"]
}

/** Lists are compared whatever their order. Null when nothing is different. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, RecordedValue | undefined>>,
): RecordedChanges | null {
  const changed = Object.entries(after).flatMap(([field, value]) => {
    if (value === undefined) return []
    const [was, is] = [sorted(before[field] as RecordedValue), sorted(value)]
    return String(was) === String(is) ? [] : [[field, { before: was, after: is }] as const]
  })
  return changed.length > 0 ? Object.fromEntries(changed) : null
}

function sorted(value: RecordedValue): RecordedValue {
  return Array.isArray(value) ? [...value].sort() : value
}
