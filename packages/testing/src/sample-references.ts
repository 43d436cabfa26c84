import type { TestCall } from "./timeline-testing.ts"

/** How a plugin's things name things of the catalog: what is named stays when the sample goes, and people are told why. */
export interface SampleReferences {
  /** Columns by which something that people made does, with the catalog's table. */
  readonly told?: Readonly<Record<string, "system" | "system_group" | "environment">>
  /** By column, why nobody has to be told of it. */
  readonly silent?: Readonly<Record<string, string>>
  /** Names things of the sample in every column of `told`. Answers which are kept by what, as people are told. */
  name?(call: TestCall, things: SampleThings): Promise<readonly (readonly [kept: keyof SampleThings, by: string])[]>
}

/** Ids. The first is no sample. */
export interface SampleThings {
  readonly own: string
  readonly system: string
  readonly other: string
  readonly group: string
  readonly environment: string
  readonly second: string
}

export const PART_OF_SYSTEM =
  "What the catalog keeps of a system goes with it, and whose system leaves what is told by the catalog itself."
export const FOLLOWS = "It follows from what a person made, which keeps the thing."
