import type { Page } from "playwright-core"
import type { FormWay } from "./form-way.ts"
import type { LookalikeWay } from "./lookalike-way.ts"
import type { MatrixOptions } from "./matrix/matrix-options.ts"
import type { SampleReferences } from "./sample-references.ts"
import type { ToolExamples } from "./suites/tool-example.ts"
import type { TestPlatform } from "./test-platform.ts"

/**
 * What the suites over everything registered need to know of a plugin, in its `./testing` face. What a suite needs and
 * does not find here fails it by name; nothing is left out because it was not given.
 */
export interface PluginTesting {
  /** One working call of each of its tools. */
  readonly examples?: ToolExamples
  /** How to make its things for the access matrix, and which ids in its inputs are whose. */
  readonly access?: MatrixOptions
  readonly writing?: PluginWriting
  /** By tool that calls an address: the input by which it reads the page at this one, and tells what stands there. */
  readonly outside?: Readonly<Record<string, (address: string) => object>>
  /** By tool that calls addresses of its own choice and repeats nothing of what it reads there: how that is known. */
  readonly silentOutside?: Readonly<Record<string, string>>
  /**
   * Tools that tell, beside what people wrote, what a worker of the product has found outside meanwhile: their words are then
   * outside's, which is the stricter class.
   */
  readonly foundOutside?: readonly string[]
  /** By tool whose cards the plugin draws itself: what people read there in place of a code of the payload, by code. */
  readonly saidAs?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** By table with its schema: why things known by a name are not marked where they look alike. */
  readonly unmarked?: Readonly<Record<string, string>>
  /** How its things name those of the catalog. */
  readonly sampleReferences?: SampleReferences
  /** By the type of everything it gives `names`: where two that look alike are told apart. */
  readonly lookalikes?: Readonly<Record<string, LookalikeWay>>
  /** By group of the palette: why what it finds there is not marked where it looks alike. */
  readonly unmarkedInPalette?: Readonly<Record<string, string>>
  /** By verb: how to fill a list that is ranked by what was typed. */
  readonly ranked?: Readonly<Record<string, RankedList>>
  /** By a part of their paths: what its files that are loaded only when they are wanted do, tried on the built chunk. */
  readonly lazy?: Readonly<Record<string, LazyUse>>
  /** Something to see on its pages, made over the API of the built product. Answers ids for `pages` and `forms`. */
  seed?(call: SeedCall, things: SeededThings): Promise<SeededThings>
  /** Every one of its pages, once at least; more of one where it has tabs and dialogs. */
  pages?(things: SeededThings): readonly Place[]
  /** The way to every dialog that neither a page above nor a form below opens. */
  dialogs?(things: SeededThings): readonly Place[]
  /** Every form of its pages, by the form's name. */
  forms?(things: SeededThings): Readonly<Record<string, FormWay>>
}

/** Fails where the bundle exports something else than the sources do. */
// biome-ignore lint/suspicious/noExplicitAny: a bundle has no types
export type LazyUse = (chunk: any) => Promise<void>

/** How somebody writes into every text field that the plugin's verbs take. */
export interface PluginWriting {
  /** Verbs that make one of each kind of thing, in order, and what inputs call its id: `["incident.create", "incidentId"]`. */
  readonly makers?: readonly (readonly [verb: string, id: string])[]
  /** Of which of those things a verb speaks by `id`: `[/^incident\./, "incidentId"]`. */
  readonly owners?: readonly (readonly [verbs: RegExp, id: string])[]
  /** By verb: what an input is made of where an example from the schema means nothing to it. */
  readonly inputs?: Readonly<Record<string, object>>
  /** Makes what verbs write on where that has no id from a maker, and answers inputs by verb. */
  prepare?(call: (verb: string, input: object) => Promise<unknown>): Promise<Readonly<Record<string, object>>>
  /** Verbs, or `verb field`, whose texts are not written on anything that a tool could tell of: credentials, codes, steps. */
  readonly unwritten?: readonly string[]
}

export interface RankedList {
  /** What its items are called by; `name` unless said otherwise. */
  name?: "title"
  /** Whether it looks into tags too. */
  tags?: true
  /** It looks into names alone, as far as a test can fill it. */
  namesAlone?: true
  /** What its words are given as; `text` unless said otherwise. */
  typed?: "query"
  /** What it is asked with besides the text. */
  input?: object
  make(testing: TestPlatform, thing: { name: string; text: string; tags?: readonly string[] }): Promise<unknown>
}

/** Ids and addresses by name, from all plugins' seeds: `systemId`, `incidentId`. */
export type SeededThings = Readonly<Record<string, string>>
/** Calls a verb of the built product as its administrator. */
export type SeedCall = <T = { id: string }>(verb: string, input?: object) => Promise<T>

/** A page in one of its states. */
export interface Place {
  name: string
  path: string
  /** Brings the page into the state to look at; Escape must lead out of it. */
  prepare?: (page: Page) => Promise<void>
}

export function defineTesting(face: PluginTesting): PluginTesting {
  return face
}
