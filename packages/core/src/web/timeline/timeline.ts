import type { ComponentType } from "react"
import type { AnyProcedure, InputOf, OutputOf } from "../../contract/procedure.ts"
import type { Visibility } from "./visibility.ts"

export interface TimelineUpdate<Status extends string = string> {
  id: string
  message: string
  /** The status the thing got with it; null or absent when it only says something. */
  status?: Status | null
  visibility: Visibility
  author: { id: string; name: string }
  at: string
  editedAt: string | null
  version: number
}

export interface TimelineLink {
  id: string
  label: string
  url: string
}

export interface TimelineRevision {
  id: string
  kind: string
  author: { id: string; name: string }
  at: string
  changes: readonly { field: string; before: string; after: string }[]
}

/** A thing with a timeline, as its `get` verb answers it. */
export interface TimelineThing<Status extends string = string> {
  id: string
  /** Where updates can give it another. */
  status?: Status
  /** Newest first; older ones come from `listUpdates`, after `nextUpdateCursor`. */
  updates: readonly TimelineUpdate<Status>[]
  nextUpdateCursor: string | null
  links: readonly TimelineLink[]
  mayChange: boolean
}

/** What the parts of a timeline ask for and send, by the names a contract has them under. */
export interface TimelineVerbs {
  addUpdate: AnyProcedure
  /** Left out: what was said stays as it was said. */
  editUpdate?: AnyProcedure
  deleteUpdate: AnyProcedure
  listUpdates: AnyProcedure
  addLink: AnyProcedure
  removeLink: AnyProcedure
  /** Left out: there is no RevisionHistory. */
  listRevisions?: AnyProcedure
}

type VerbName = keyof TimelineVerbs

interface Sent<Moves extends string> {
  addUpdate: { id: string; message: string; status: Moves | undefined; visibility: Visibility }
  editUpdate: {
    id: string
    updateId: string
    version: number
    message: string | undefined
    visibility: Visibility | undefined
  }
  deleteUpdate: { id: string; updateId: string }
  listUpdates: { id: string; after: string; limit: number }
  addLink: { id: string; label: string; url: string }
  removeLink: { id: string; linkId: string }
  listRevisions: { id: string; after: string | undefined }
}

interface Answered<Status extends string> {
  listUpdates: { items: TimelineUpdate<Status>[]; nextCursor: string | null }
  listRevisions: { items: TimelineRevision[]; nextCursor: string | null }
}

/** Names the verb that takes or answers something else than the parts send or read. */
type Fitting<Verbs extends TimelineVerbs, Status extends string, Moves extends string> = {
  [Name in VerbName & keyof Verbs]: Sent<Moves>[Name] extends InputOf<Verbs[Name]>
    ? Name extends keyof Answered<Status>
      ? OutputOf<Verbs[Name]> extends Answered<Status>[Name]
        ? AnyProcedure
        : `${Name} answers something else than a timeline reads`
      : AnyProcedure
    : `${Name} takes something else than a timeline sends`
}

export interface Timeline<Status extends string, Moves extends Status = Status> {
  /** Its forms are `<name>-update`, `<name>-update-edit` and `<name>-link`. */
  name: string
  /** What it is the timeline of, in a sentence: "incident". */
  noun: string
  /** Words and mark of the thing's statuses. Left out: updates only say something. */
  statuses?: Readonly<Record<Status, string>>
  StatusBadge?: ComponentType<{ status: Status }>
  /** Those that people may give it by posting an update, as in its contract. Left out: other verbs move it. */
  moves?: readonly Moves[]
  /** With `listRevisions`: what the fields are called in which edits are recorded. */
  fields?: Readonly<Record<string, string>>
  /** What was done, by the kind of a revision, after a person's name: `{ updateEdited: "corrected an update" }`. */
  edits?: Readonly<Record<string, string>>
  /** What else reads again after an update: `["catalog.system"]`. */
  alsoChanges?: readonly string[]
  call: TimelineCalls<Moves>
}

/** The verbs with what they are sent, once it is known that they fit. */
type TimelineCalls<Moves extends string> = {
  [Name in VerbName]: TimelineVerbs[Name] extends AnyProcedure
    ? TimelineCall<Sent<Moves>[Name]>
    : TimelineCall<Sent<Moves>[Name]> | null
}

interface TimelineCall<Input> {
  verb: AnyProcedure
  input(sent: Input): never
}

/** Binds the parts of a timeline to a plugin's verbs, once. A contract whose verbs do not fit does not compile. */
export function defineTimeline<
  Verbs extends TimelineVerbs,
  Status extends string = never,
  const Moves extends Status = never,
>({
  verbs,
  ...rest
}: Omit<Timeline<Status, Moves>, "call"> & { verbs: Verbs & Fitting<Verbs, Status, Moves> }): Timeline<Status, Moves> {
  // What is sent was compared with what the verb takes by the type of `verbs`.
  const bind = <Input>(verb: AnyProcedure): TimelineCall<Input> => ({ verb, input: (sent) => sent as never })
  return {
    ...rest,
    call: {
      addUpdate: bind(verbs.addUpdate),
      editUpdate: verbs.editUpdate ? bind(verbs.editUpdate) : null,
      deleteUpdate: bind(verbs.deleteUpdate),
      listUpdates: bind(verbs.listUpdates),
      addLink: bind(verbs.addLink),
      removeLink: bind(verbs.removeLink),
      listRevisions: verbs.listRevisions ? bind(verbs.listRevisions) : null,
    },
  }
}
