import { type Ctx, InvalidInputError } from "@countersign/core/server"
import { type Strategy, strategyKind } from "../../contract/strategy.ts"
import { type Configuration, type Validation, validateConfiguration } from "../../probe/configuration/validate.ts"
import { secretErrors } from "./named-secrets.ts"

/** What `validateConfiguration` judges of a check. */
export interface Draft {
  strategyId: string
  config: Record<string, unknown>
  collectors: readonly unknown[]
  intervalSeconds: number
  timeoutSeconds?: number | undefined
  retries: number
}

/**
 * Whether a draft can be stored: the one validator, and then what only this installation knows of the secrets it names. A
 * configuration that stays as it was names nothing anew.
 */
export async function judgeDraft(ctx: Ctx, draft: Draft, stored?: Pick<Draft, "config">): Promise<Validation> {
  const { strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries } = draft
  const asked = { strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries }
  const all = strategiesOf(ctx)
  const validation = await validateConfiguration(asked, all)
  if (!validation.valid || (stored && isSame(stored.config, validation.configuration.config))) return validation
  const strategy = all.find(({ id }) => id === strategyId)!
  const errors = await secretErrors(ctx, strategy, validation.configuration)
  return errors.length === 0 ? validation : { valid: false, errors }
}

/** The draft as it is stored, or a refusal that names every field that does not fit. */
export async function demandDraft(ctx: Ctx, draft: Draft, stored?: Pick<Draft, "config">): Promise<Configuration> {
  const judged = await judgeDraft(ctx, draft, stored)
  if (judged.valid) return judged.configuration
  const [first, ...rest] = judged.errors
  const more = rest.length === 0 ? "" : ` (and ${rest.length} more)`
  // A field of the check itself is named by its message; one of its configuration is not.
  const at = first!.path.includes(".") ? `${first!.path}: ` : ""
  throw new InvalidInputError(`This check cannot run as it is. ${at}${first!.message}${more}`, judged.errors)
}

export function strategiesOf(ctx: Ctx): readonly Strategy[] {
  return ctx.kinds.all(strategyKind)
}

/** What a way to check is called; one whose plugin is gone goes by its id. */
export function strategyTitle(ctx: Ctx, id: string): string {
  return strategiesOf(ctx).find((one) => one.id === id)?.title ?? id
}

/** Both came through JSON. The order of keys is the schema's in one, and the database's in the other. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
