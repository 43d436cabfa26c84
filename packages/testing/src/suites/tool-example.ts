import type { AnyProcedure, InputOf, OutputOf } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"

/** Where an example makes what it needs. */
export interface ExampleWorld {
  /** Calls a verb as an administrator, or as the one who asks where the example is personal. With the file that a route takes for it. */
  call<P extends AnyProcedure>(procedure: P, input: InputOf<P>, file?: Uint8Array): Promise<OutputOf<P>>
  /** Where the one who will ask the tool is somebody else: what is theirs alone, they make themselves. */
  reader?: ExampleWorld
  /** A word of whoever writes, for places that take no sentence: the name of a class, of a file. Suites follow where it goes. */
  word?(): string
  /** From 0 to 1: for names that must be free, and for values a property test varies. */
  random(): number
}

/** One call of a tool that works, with the world it works in. The conformance suite runs every tool through its own. */
export interface ToolExample<Things extends object = Record<string, string>> {
  /** What it is about belongs to one person: its world is made by the one who asks, not by an administrator. */
  personal?: true
  /**
   * It tells of one thing on which everybody writes, such as the styles of a site: as soon as somebody else has, their words
   * are in it, and one from outside makes all of it outside's. Why it is one thing.
   */
  shared?: string
  /** Makes the things the call is about, anew each time, and answers their ids. */
  world(w: ExampleWorld): Promise<Things>
  /** Whether what the tool tells of is there by now, where a worker of the product makes it some time later. */
  ready?(w: ExampleWorld, things: NoInfer<Things>): Promise<boolean>
  /** What the model passes. */
  input(things: NoInfer<Things>, w: ExampleWorld): object
  /** What everybody who holds its rule may pass, where `input` names what some of them do not see. */
  inputOfAnybody?(things: NoInfer<Things>): object
  /** It is about the person who asks: an application that acts for nobody is refused. */
  ofPeople?: true
  /** Of a tool that runs in a tab: what the tab answers. */
  inTab?(input: never, w: ExampleWorld): Promise<object>
  /** Fields whose texts mean something that their schema does not tell, such as a rule: made-up inputs have the example's, or none. */
  meant?: readonly string[]
  /** Changes the record that the call is about: a proposal made before must not apply. */
  changeTarget?(w: ExampleWorld, things: NoInfer<Things>): Promise<unknown>
  /** Changes something else that the input names: the same. */
  changeNamed?(w: ExampleWorld, things: NoInfer<Things>): Promise<unknown>
  /** Changes something the call has nothing to do with: the proposal still applies. */
  changeUnrelated?(w: ExampleWorld, things: NoInfer<Things>): Promise<unknown>
  /** Keys of the verb's audit row that the card shows under an argument's name: `{ update: "note" }`. */
  shownAs?: Readonly<Record<string, string>>
  /** Keys of the verb's audit row that follow from the change and need no row on the card: who did it, and when. */
  unshown?: readonly string[]
}

/** The open page beside a conversation in which an example is played, for tools that run there. */
export function tabOf(example: Pick<ToolExample, "inTab"> | undefined, w: ExampleWorld): Pick<Caller, "askTab"> {
  const inTab = example?.inTab
  return inTab ? { askTab: async ({ input }) => ({ result: await inTab(input as never, w) }) } : {}
}

/** By the tool's full name, `incident.resolve`. */
export type ToolExamples = Readonly<Record<string, ToolExample>>

/** Lets the type of the things follow from `world`. */
export function toolExample<Things extends object>(example: ToolExample<Things>): ToolExample {
  return example as unknown as ToolExample
}
