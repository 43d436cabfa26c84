import type { InputOf, OutputOf } from "@countersign/core/contract"
import { CallError, call, followTopic } from "@countersign/core/web"
import { SITE, siteChanged, siteContract } from "../../../contract.ts"

type Contract = typeof siteContract
type Ask<Name extends keyof Contract> = (input: InputOf<Contract[Name]>) => Promise<OutputOf<Contract[Name]>>

/** How the editor reaches a server. */
export interface Line {
  readonly joinTab: Ask<"joinTab">
  readonly openDocument: Ask<"openDocument">
  readonly readSince: Ask<"readSince">
  readonly applyCommands: Ask<"applyCommands">
  /** Calls back with each sequence at which something happened, and with the parts it happened to. */
  follow(after: number, hear: (news: { sequence: number; parts: readonly string[] }) => void): () => void
  /** Whether the server may have heard it, or will once it is there again: then it is worth sending again. */
  isPassing(error: unknown): boolean
}

export const serverLine: Line = {
  joinTab: (input) => call(siteContract.joinTab, input),
  openDocument: (input) => call(siteContract.openDocument, input),
  readSince: (input) => call(siteContract.readSince, input),
  applyCommands: (input) => call(siteContract.applyCommands, input),
  follow: (after, hear) => followTopic(siteChanged, SITE, { after, hear }),
  isPassing: (error) => !(error instanceof CallError) || PASSING.has(error.body.code),
}

const PASSING: ReadonlySet<string> = new Set(["unavailable", "in_progress", "outcome_unknown", "rate_limited"])
