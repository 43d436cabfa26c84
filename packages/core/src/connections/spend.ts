import type { Usage } from "@countersign/llm"
import { sql } from "drizzle-orm"
import type { SpendCap, SpendPurpose } from "../contract/chat/connection.ts"
import type { ChatScope } from "../contract/chat/conversation.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import type { Database, Tx } from "../db/database.ts"
import { gather } from "../db/gather.ts"
import { DeveloperError, RateLimitedError } from "../errors.ts"

/** A call about to be made, under the names of the ledger's columns: `platform.reserve_spend` takes it as it is. */
export interface SpendEntry {
  connection_id: string
  connection_label: string
  driver: string
  model: string
  principal_kind: string
  principal_id: string
  principal_name: string
  scope: ChatScope
  purpose: SpendPurpose
  conversation_id: string | null
  turn_id: string | null
  reserved_tokens: number
  /** Null where no price is known: then a budget in money cannot count this call. */
  reserved_usd: number | null
}

/** What `platform.reserve_spend` answers: numbers are text where the driver hands over a row. */
export interface SpendAnswer {
  spend_id: string | null
  used_tokens: string | number | null
  used_usd: string | number | null
  wait_seconds: number | null
}

/** Too much was spent, or would be. The message says which cap, how much is used, when there is room, and who can help. */
export class SpendExceededError extends RateLimitedError {
  constructor(
    entry: SpendEntry,
    cap: SpendCap,
    answer: Pick<SpendAnswer, "used_tokens" | "used_usd" | "wait_seconds">,
  ) {
    // A call larger than its whole cap has room in no window; the header wants a number all the same.
    super(explain(entry, cap, answer), answer.wait_seconds ?? cap.windowMinutes * 60)
  }
}

/** Sets aside what a call may come to, across all servers. Throws SpendExceededError when the cap leaves no room for it. */
export async function reserveSpend(database: Database, entry: SpendEntry, cap: SpendCap | null): Promise<string> {
  const { rows } = await database.pool.query<SpendAnswer>({
    name: "reserve-spend",
    text: "SELECT * FROM platform.reserve_spend($1, $2)",
    values: [JSON.stringify(entry), cap && JSON.stringify(cap)],
  })
  return demandRoom(rows[0]!, entry, cap)
}

export interface EndedSpend {
  spendId: string
  usage: Usage
  costUsd: number | null
  unbelievable: boolean
}

/** The end of one call and the reservation of the next, in one commit. The end is kept when there is no room. */
export async function settleAndReserve(
  database: Database,
  { spendId, usage, costUsd, unbelievable }: EndedSpend,
  entry: SpendEntry,
  cap: SpendCap | null,
): Promise<string> {
  const ended = unbelievable
    ? { id: spendId, state: "unbelievable" }
    : {
        id: spendId,
        state: "settled",
        input_tokens: usage.inputTokens,
        cache_read_tokens: usage.cacheReadTokens,
        cache_write_tokens: usage.cacheWriteTokens,
        output_tokens: usage.outputTokens,
        reasoning_tokens: usage.reasoningTokens,
        cost_usd: costUsd,
      }
  return demandRoom(await settleAndReserveTogether(database, { ended, entry, cap }), entry, cap)
}

const settleAndReserveTogether = gather<{ ended: object; entry: SpendEntry; cap: SpendCap | null }, SpendAnswer>(
  async (database, items) => {
    const { rows } = await database.pool.query<{ answers: SpendAnswer[] }>({
      name: "settle-and-reserve",
      text: "SELECT platform.settle_and_reserve_all($1) AS answers",
      values: [JSON.stringify(items)],
    })
    return rows[0]!.answers
  },
)

/** The reservation's id, or what to tell whoever has none: for those who reserve within a statement of their own. */
export function demandRoom(answer: SpendAnswer, entry: SpendEntry, cap: SpendCap | null): string {
  if (answer.spend_id) return answer.spend_id
  if (!cap) throw new DeveloperError("A call of a model without a spend cap was refused for its spend.")
  throw new SpendExceededError(entry, cap, answer)
}

/**
 * Puts what was used in the place of what was set aside, also when that is more, and also when the call was taken for
 * abandoned meanwhile.
 */
export async function settleSpend(database: Database, id: string, usage: Usage, costUsd: number | null): Promise<void> {
  await database.pool.query({
    name: "settle-spend",
    text: `UPDATE platform.spend SET state = 'settled', settled_at = clock_timestamp(), input_tokens = $2,
        cache_read_tokens = $3, cache_write_tokens = $4, output_tokens = $5, reasoning_tokens = $6, cost_usd = $7
      WHERE id = $1 AND state IN ('reserved', 'abandoned')`,
    values: [
      id,
      usage.inputTokens,
      usage.cacheReadTokens,
      usage.cacheWriteTokens,
      usage.outputTokens,
      usage.reasoningTokens,
      costUsd,
    ],
  })
}

/** A call whose provider reported nothing that can be true: what was set aside for it goes on counting. */
export async function disbelieveSpend(database: Database, id: string): Promise<void> {
  await database.pool.query({
    name: "disbelieve-spend",
    text: `UPDATE platform.spend SET state = 'unbelievable', settled_at = clock_timestamp(), cost_usd = reserved_usd
      WHERE id = $1 AND state IN ('reserved', 'abandoned')`,
    values: [id],
  })
}

/**
 * Calls whose server died before it could say what they used. They count with all that was set aside: less would let
 * a server that dies again and again spend beyond the cap.
 */
export async function abandonSpend(tx: Tx): Promise<number> {
  // A turn's last small calls, such as its title, may end after it.
  const { rowCount } = await tx.execute(sql`
    UPDATE platform.spend s SET state = 'abandoned', settled_at = clock_timestamp(), cost_usd = s.reserved_usd
    WHERE s.state = 'reserved' AND (s.at < clock_timestamp() - interval '30 minutes'
      OR EXISTS (SELECT 1 FROM platform.turn t
        WHERE t.id = s.turn_id AND t.ended_at < clock_timestamp() - interval '1 minute'))`)
  return rowCount ?? 0
}

/** A departed person's name leaves the ledger; what was used stays. */
export async function forgetPersonInSpend(tx: Tx, personId: string, pseudonym: string): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.spend SET principal_name = ${pseudonym} WHERE principal_id = ${personId}`,
  )
  return rowCount ?? 0
}

function explain(
  entry: SpendEntry,
  cap: SpendCap,
  answer: Pick<SpendAnswer, "used_tokens" | "used_usd" | "wait_seconds">,
): string {
  const own = cap.per === "principal" ? `${entry.principal_name}'s share of ` : ""
  const whose = `${own}the spend cap of the connection ${quoteName(entry.connection_label)}`
  const raise = "Whoever manages AI connections can raise it under Settings > AI connections."
  const within = duration(cap.windowMinutes * 60)
  const need = [`${tokens(entry.reserved_tokens)} tokens`, entry.reserved_usd && usd(entry.reserved_usd)]
  if (answer.wait_seconds === null) {
    const whole = [cap.tokenBudget && `${tokens(cap.tokenBudget)} tokens`, cap.usdBudget && usd(cap.usdBudget)]
    return (
      `This call may take ${need.filter(Boolean).join(" or ")}, more than all of ${whose}: ` +
      `${whole.filter(Boolean).join(" and ")} in ${within}. ${raise}`
    )
  }
  const usedTokens = Number(answer.used_tokens ?? 0)
  const usedUsd = Number(answer.used_usd ?? 0)
  const used = [
    cap.tokenBudget !== undefined && `${tokens(usedTokens)} of ${tokens(cap.tokenBudget)} tokens`,
    cap.usdBudget !== undefined && `${usd(usedUsd)} of ${usd(cap.usdBudget)}`,
  ]
  const full =
    (cap.tokenBudget !== undefined && usedTokens >= cap.tokenBudget) ||
    (cap.usdBudget !== undefined && usedUsd >= cap.usdBudget)
  const state = full ? "is used up" : `has no room for a call of ${need.filter(Boolean).join(" or ")}`
  return (
    `${capitalized(whose)} ${state}: ${used.filter(Boolean).join(" and ")} in the last ${within}. ` +
    `There is room again in about ${duration(answer.wait_seconds)}. ${raise}`
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function tokens(value: number): string {
  return value.toLocaleString("en-US")
}

function usd(value: number): string {
  return `$${value < 1 ? value.toPrecision(2) : value.toFixed(2)}`
}

function duration(seconds: number): string {
  const units = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const
  const [size, name] = units.find(([length]) => seconds >= length * 2) ?? [1, "second"]
  const value = Math.ceil(seconds / size)
  return `${value} ${name}${value === 1 ? "" : "s"}`
}
