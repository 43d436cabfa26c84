import type { Caller } from "../access/ctx.ts"
import { preview } from "../access/preview.ts"
import type { Preview, QuotedThing, RegisteredTool } from "../access/tool.ts"
import type { CardThing, DiffRow } from "../contract/proposal.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { DeveloperError } from "../errors.ts"
import { parsePayload, takesVersion } from "../tools/tool-input.ts"
import { fieldDiff } from "./field-diff.ts"
import { fingerprintOf } from "./fingerprint.ts"

/** What a call would do, as it stands at this moment. */
export interface Outlook {
  summary: string
  /** What the audit log calls it; null: its summary. */
  recordedAs: string | null
  /** What the verb will be called with, `version` filled in. */
  payload: Record<string, unknown>
  fingerprint: string
  diff: DiffRow[]
  things: CardThing[]
  /** The same as things that somebody wrote on. */
  quoted: QuotedThing[]
  consequences: string[]
}

/** Runs the tool's preview as this caller, changing nothing. */
export async function lookAhead(
  caller: Caller,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  transaction?: LazyTransaction,
): Promise<Outlook> {
  const look = tool.preview as ((ctx: unknown, input: unknown) => Promise<Preview>) | undefined
  const { verb } = tool
  const found = await preview(
    caller,
    verb.procedure,
    input,
    async (ctx): Promise<Preview> => (look ? look(ctx, input) : { summary: readSummary(tool, input) }),
    transaction,
  )
  if (!found.summary.trim()) throw new DeveloperError(`The preview of ${tool.name} has an empty summary.`)
  const payload = parsePayload(tool, withVersion(tool, input, found))
  const { mask } = caller.runtime.secrets
  return {
    summary: mask(found.summary),
    recordedAs: found.recordedAs ?? null,
    payload,
    fingerprint: fingerprintOf(found),
    diff: fieldDiff(tool, payload, found, mask),
    things: (found.things ?? []).map(({ type, id, name }) => ({ type, id, name: mask(name) })),
    quoted: (found.things ?? []).map(({ type, id, name, partOf }) => ({
      ...(partOf ?? { type, id }),
      name: mask(name),
    })),
    consequences: (found.consequences ?? []).map(mask),
  }
}

function withVersion(tool: RegisteredTool, input: Record<string, unknown>, { target }: Preview): object {
  if (!takesVersion(tool)) return input
  const version = (target as { version?: unknown } | null | undefined)?.version
  return version === undefined ? input : { ...input, version }
}

/** A read has no preview; it is proposed only because of where it would go. */
function readSummary(tool: RegisteredTool, input: Record<string, unknown>): string {
  return tool.egress ? `Let ${tool.name} reach ${String(input[tool.egress])}` : `Run ${tool.name}`
}
