import type { ThingRef } from "@countersign/core/server"
import type { Media } from "../../../contract.ts"
import type { Command, FontFile, Site } from "../../../document.ts"

/** What a tool does to a site: pure, so that it is tried without a server. */
export type Runner<Input, Data> = (site: Site, input: Input, context: RunContext) => Ran<Data>

export interface Ran<Data> {
  readonly commands: readonly Command[]
  readonly data: Data
  /** What was done otherwise than it was asked for. */
  readonly warnings?: readonly string[]
  /** Whose words it brings elsewhere: they stay the words of those who wrote them. */
  readonly copiedFrom?: readonly ThingRef[]
}

export interface RunContext {
  /** For nodes, rules and pages: no tab and no other call makes the same. */
  nextId(): string
  /** The files of the library that the call names, by their ids. */
  readonly media?: ReadonlyMap<string, LibraryFile>
  /** The files of fonts that were fetched for it, by what the call names them. */
  readonly fetched?: ReadonlyMap<string, readonly FontFile[]>
}

export type LibraryFile = Pick<Media, "id" | "name" | "alt" | "kind" | "address">

/** What a tool only reads. */
export type Reader<Input, Data> = (site: Site, input: Input, context?: ReadContext) => Data

export interface ReadContext {
  /** How much of the answer is read, as JSON; what comes in parts makes them fit. */
  readonly resultChars?: number | undefined
}
