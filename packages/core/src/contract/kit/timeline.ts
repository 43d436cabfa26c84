import { z } from "zod"
import { cardWords } from "../card-words.ts"
import { Instant, pageInput, pageOf, Version } from "../paging.ts"
import { procedure } from "../procedure.ts"
import { line } from "../text/line.ts"
import { paragraph } from "../text/paragraph.ts"
import { WebAddress } from "../text/web-address.ts"
import type { InheritedAccess } from "./inherited-access.ts"
import { VISIBILITIES, VISIBILITY_WORDS } from "./visibility.ts"

export const Visibility = cardWords(z.enum(VISIBILITIES), { label: "Visible to", values: VISIBILITY_WORDS })
export type Visibility = z.infer<typeof Visibility>

/** A person, an application or the platform, by the name it had then. */
export const Author = z.object({ id: z.string(), name: z.string() })
export type Author = z.infer<typeof Author>

/** What somebody writes on a timeline. */
export const Message = paragraph(10_000).refine((text) => text !== "", "Write what there is to say.")

export const TimelineLink = z.object({ id: z.uuid(), label: z.string(), url: z.string(), addedBy: Author, at: Instant })
export type TimelineLink = z.infer<typeof TimelineLink>

const EntryId = z.uuid().toLowerCase()
const LinkLabel = line("A link's label", 200)

/**
 * What both sides know of the timeline of a kind of thing: updates, links and the history of edits. `procedures` go into
 * the plugin's contract, the verbs behind them come from `timeline` of core/server.
 */
export function timelineContract<
  const Noun extends string,
  Id extends z.ZodType<string, string>,
  Status extends z.ZodType<string, string>,
  const Fields extends readonly string[],
  Moves extends z.ZodType<string, string> | undefined = undefined,
>(draft: {
  /** `incident`: the last part of its resource, and of its tables' names. */
  noun: Noun
  id: Id
  access: InheritedAccess
  /** What an update can tell that the thing became. */
  status: Status
  /** The statuses that people may give it by posting an update. None when left out: other verbs move it. */
  moves?: Moves
  /** The thing's own fields whose edits are kept, in the order in which its history tells them. */
  fields: Fields
}) {
  const { noun, id, access } = draft
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`

  const Update = z.object({
    id: z.uuid(),
    message: z.string(),
    /** The status the thing got with it; null when it only says something. */
    status: draft.status.nullable(),
    visibility: Visibility,
    author: Author,
    at: Instant,
    editedAt: Instant.nullable(),
    version: Version,
  })
  const fields: readonly [...Fields, "message", "visibility"] = [...draft.fields, "message", "visibility"]
  const Revision = z.object({
    id: z.uuid(),
    /** `updateDeleted` keeps who and when; the text is gone. */
    kind: z.enum([`${noun}Edited` as const, "updateEdited", "updateDeleted"]),
    updateId: z.uuid().nullable(),
    author: Author,
    at: Instant,
    /** As people read it: things by name, switches as yes or no. */
    changes: z.array(z.object({ field: z.enum(fields), before: z.string(), after: z.string() })),
  })

  return {
    Update,
    Revision,
    fields,
    /** For the output of the verb that reads one thing whole. */
    detail: {
      /** Newest first; older ones come from `listUpdates`, after `nextUpdateCursor`. */
      updates: z.array(Update),
      nextUpdateCursor: z.string().nullable(),
      links: z.array(TimelineLink),
    },
    procedures: {
      listUpdates: procedure({
        summary: `List the updates of ${one}, newest first.`,
        ...access.reading,
        input: z.object({ id, ...pageInput(["at"], { direction: "desc" }) }),
        output: pageOf(Update),
      }),
      listRevisions: procedure({
        summary: `List what was edited in ${one} and what it said before, newest first.`,
        ...access.reading,
        input: z.object({ id, ...pageInput(["at"], { direction: "desc" }) }),
        output: pageOf(Revision),
      }),
      addUpdate: procedure<NewUpdate<Moves>, typeof Update>({
        summary: `Post an update to ${one}'s timeline${draft.moves ? ", with or without a new status" : ""}.`,
        ...access.changing,
        input: (draft.moves ? updateWithStatus(id, draft.moves) : updateAlone(id)) as z.ZodType as NewUpdate<Moves>,
        output: Update,
      }),
      editUpdate: procedure({
        summary: `Correct an update of ${one}. What it said before stays in the ${noun}'s history.`,
        ...access.changing,
        input: z.object({
          id,
          updateId: EntryId,
          version: Version,
          message: Message.optional(),
          visibility: Visibility.optional(),
        }),
        output: Update,
      }),
      deleteUpdate: procedure({
        summary: `Delete an update of ${one}, its earlier texts included.`,
        ...access.destroying,
        input: z.object({ id, updateId: EntryId }),
        output: z.object({ id: z.uuid(), updateId: z.uuid() }),
      }),
      addLink: procedure({
        summary: `Add a link to ${one}: a dashboard, a call, a ticket.`,
        ...access.changing,
        input: z.object({ id, label: LinkLabel, url: WebAddress }),
        output: TimelineLink,
      }),
      removeLink: procedure({
        summary: `Remove a link from ${one}.`,
        ...access.destroying,
        input: z.object({ id, linkId: EntryId }),
        output: z.object({ id: z.uuid(), linkId: z.uuid() }),
      }),
      erasePerson: procedure({
        summary: `Put a pseudonym in place of a departed person's name wherever ${noun} entries name them.`,
        effect: "destructive",
        access: "internal",
        input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().trim().min(1).max(200) }),
        output: z.object({ renamed: z.int() }),
      }),
    },
  }
}

/** With a status to give only where the thing takes one. */
type NewUpdate<Moves> =
  Moves extends z.ZodType<infer Status, string>
    ? z.ZodType<
        { id: string; message: string; status?: Status | undefined; visibility: Visibility },
        { id: string; message?: string | undefined; status?: Status | undefined; visibility?: Visibility | undefined }
      >
    : z.ZodType<
        { id: string; message: string; visibility: Visibility },
        { id: string; message: string; visibility?: Visibility | undefined }
      >

function updateAlone<Id extends z.ZodType>(id: Id) {
  return z.object({ id, message: Message, visibility: Visibility.default("signedIn") })
}

function updateWithStatus<Id extends z.ZodType, Status extends z.ZodType>(id: Id, status: Status) {
  return z
    .object({
      id,
      /** May stay empty when the status says it all. */
      message: paragraph(10_000).default(""),
      status: status.optional(),
      visibility: Visibility.default("signedIn"),
    })
    .refine((update) => update.message !== "" || update.status !== undefined, {
      path: ["message"],
      message: "Write what there is to say, or name a new status.",
    })
}
