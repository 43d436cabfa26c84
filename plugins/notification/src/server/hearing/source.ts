import type { EventEnvelope } from "@countersign/core/contract"
import type { Caller, Ctx } from "@countersign/core/server"
import type { Words } from "../../contract/upkeep.ts"
import type { Notice, Topic } from "../../contract.ts"
import type { OpenCause } from "./cause-store.ts"

export type Phase = "first" | "change" | "over"

/** What an event means to those who wait for news. */
export interface Heard {
  /** Of the cause from now on. Equal to what it was: there is news only for those who were not told yet. */
  state: string
  phase: Phase
  /** How serious it is: 1 is minor, 3 critical. 0 is told only to those who know of the cause already. */
  rank: number
  systemIds: readonly string[]
  /** Kept with the notice, for its words. */
  facts: Record<string, unknown>
  /** An incident that is told to its own subscribers: they need not hear twice of one cause. */
  toldAs?: { topic: Topic; rank: number }
}

export interface StoredNotice {
  id: string
  causeId: string
  event: string
  aboutType: string
  aboutId: string
  phase: Phase
  state: string
  facts: Record<string, unknown>
  at: string
  /** When its cause began. */
  openedAt: string
}

/** What this recipient has been told of a cause. */
export interface Told {
  before: boolean
  worst: string | null
  last: ToldMessage | null
}

export type ToldMessage = Pick<Notice, "facts">

/** One topic: which events are about it, what they mean, and how that is put for one reader. */
export interface Source {
  readonly topic: Topic
  readonly events: readonly string[]
  /** A cause that is over goes on when it begins again: an incident that was opened again. */
  readonly goesOn: boolean
  /** Null: nothing to tell. `cause`: what is told of this thing already. */
  hear(ctx: Ctx, envelope: EventEnvelope, cause: OpenCause | null): Promise<Heard | null>
  /** As this reader may see it, who holds the event's right on the thing; null where nothing of the news is for them. */
  words(reader: Caller, notice: StoredNotice, told: Told): Promise<Words | null>
  /** Why nobody is told of it now, whatever was heard: its notifications were suppressed meanwhile. */
  silence?(service: Caller, notice: StoredNotice, told: Told): Promise<string | null>
  /**
   * That a thing is over which was deleted, for a reader who was told of it: from what they were told last, as far as they see the
   * systems it spoke of still. Where those are gone as well, nobody knows who could see them: then it says no more than that. Null while
   * the thing is there: then the reader may not see it any more.
   */
  wordsOfGone?(service: Caller, reader: Caller, notice: StoredNotice, last: ToldMessage): Promise<Words | null>
}

/** "2026-11-17 10:04 UTC": readers of a channel live in different zones. */
export function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}
