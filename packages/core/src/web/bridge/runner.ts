import type { Me } from "../../contract/platform/session.ts"
import type { AnyProcedure, OutputOf, ParsedInputOf } from "../../contract/procedure.ts"
import type { Registry } from "../registry.ts"

/** What a runner works with: the tab, as far as it may touch it. */
export interface TabPage {
  readonly me: Me
  readonly registry: Registry
  readonly conversationId: string
  /** Given up by whoever asked. */
  readonly signal: AbortSignal
  /** What is shown now. */
  now(): { path: string; title: string }
  /**
   * Goes to a page of ours, with the assistant staying beside it and the focus where it is. `unsaved`: the person would lose
   * what they wrote, so they were not moved.
   */
  open(path: string): Promise<"opened" | "unsaved">
}

/** Does in the tab what its tool promises. Run twice it does no harm. */
export type Runner<P extends AnyProcedure> = (input: ParsedInputOf<P>, page: TabPage) => Promise<OutputOf<P>>

/** Loaded when it is first asked for: `() => import("./web/show-page.ts")`. */
export type LoadRunner<P extends AnyProcedure> = () => Promise<{ readonly default: Runner<P> }>

/** Runners differ in what they take; the server has parsed the input and parses the answer. */
export type AnyRunner = (input: never, page: TabPage) => Promise<unknown>
export type LoadAnyRunner = () => Promise<{ readonly default: AnyRunner }>
