import type { z } from "zod"
import type { Access, Scope } from "./access.ts"
import { type AnyProcedure, type Procedure, procedure } from "./procedure.ts"

declare const inTab: unique symbol

/** A procedure whose work is done in the open page of whoever talks with the assistant. It changes nothing. */
export type BrowserTool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = Procedure<
  Input,
  Output
> & { readonly [inTab]: true }

/** The names of a contract's browser tools. */
export type BrowserToolsOf<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends { readonly [inTab]: true } ? Name : never
}[keyof Contract] &
  string

/** Everything else of a contract: what the server has verbs for. */
export type ServerVerbsOf<Contract> = Exclude<keyof Contract, BrowserToolsOf<Contract>>

/** The longest that a page is waited for. */
export const MOST_TAB_MS = 90_000

/**
 * Declares a tool that runs in the tab: one line in the contract, one runner in `defineWebPlugin`. The server has nothing to
 * implement. Asked again in another tab where the first one is gone, so it must be harmless to run twice.
 */
export function browserTool<Input extends z.ZodType, Output extends z.ZodType>(draft: {
  /** One sentence for the tools page. */
  summary: string
  /** What people read in place of its name: "Opened a page". */
  words: string
  /** For the model: when to call it and what to pass. */
  description: string
  access: Access
  scope?: Scope
  input: Input
  /** With `images: TabImages`, the runner may answer with pictures for models that see. */
  output: Output
  /** How long the page may take, 90 s at most, which is also what holds where nothing is said. */
  timeoutMs?: number
}): BrowserTool<Input, Output> {
  const { words, description, timeoutMs = MOST_TAB_MS, ...rest } = draft
  const made = procedure({ ...rest, effect: "read", browser: { words, description, timeoutMs } })
  return made as BrowserTool<Input, Output>
}

export function isBrowserTool(contract: AnyProcedure): boolean {
  return contract["~orpc"].meta.browser !== undefined
}
