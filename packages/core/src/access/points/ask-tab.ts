import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import { ConflictError } from "../../errors.ts"

/** A question to the open page of whoever talks. */
export interface TabQuestion {
  readonly toolName: string
  readonly input: unknown
  readonly timeoutMs: number
  readonly abort?: AbortSignal | undefined
}

/** As it came from a browser: of the tool's shape, and of nothing else that is known. */
export interface TabReply {
  readonly result: unknown
  /** What the page shows since. */
  readonly snapshot?: PageSnapshot | undefined
}

/** Throws `NoOpenPageError` where there is none. */
export type AskTab = (question: TabQuestion) => Promise<TabReply>

/** Nobody looks at a page in which it could run. */
export class NoOpenPageError extends ConflictError {
  constructor() {
    super(
      "This needs an open page of Countersign in which the conversation is shown, and none is open. Tell the operator to open the assistant in a browser.",
    )
  }
}
