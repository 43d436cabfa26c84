import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Stats } from "../../contract.ts"

export type Tier = Stats["tier"]

/** Milliseconds since 1970, the end not included. */
export interface Range {
  from: number
  to: number
}

/** A part of a range and the tier that answers for it. */
export interface Stretch extends Range {
  tier: Tier
}

/** What the tiers hold at this moment. */
export interface Horizon {
  now: number
  /** Hours before it are added up, but for dirty ones. */
  rolledUntil: number
  /** Single runs before it are gone. Always the beginning of a day, like the next. */
  rawFrom: number
  /** Hours before it are gone. */
  hourlyFrom: number
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Days and hours are those of UTC. */
export const floorTo = (at: number, period: number) => Math.floor(at / period) * period
export const ceilTo = (at: number, period: number) => Math.ceil(at / period) * period

export async function readHorizon(tx: Tx): Promise<Horizon> {
  const ms = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::double precision`)
  const { rows } = await tx.execute<Horizon & Record<string, unknown>>(sql`
    SELECT floor(${ms("platform.now()")}) AS now, ${ms("rolled_until")} AS "rolledUntil", ${ms("raw_from")} AS "rawFrom",
      ${ms("hourly_from")} AS "hourlyFrom" FROM healthcheck.history`)
  return rows[0]!
}

/** A range as far as it can still be told: to the hour where single runs are gone, to the day where hours are. */
export function tellable({ from, to }: Range, { rawFrom, hourlyFrom }: Pick<Horizon, "rawFrom" | "hourlyFrom">): Range {
  const period = (at: number) => (at < hourlyFrom ? DAY : at < rawFrom ? HOUR : 1)
  return { from: floorTo(from, period(from)), to: ceilTo(to, period(to)) }
}

/**
 * Splits a range into parts that meet without overlapping, each answered by the coarsest tier that fits it: whole days by days,
 * whole hours by hours, the rest by single runs. Nothing is ever counted by two tiers.
 */
export function layTiers(range: Range, horizon: Horizon, coarsest: Tier = "daily"): Stretch[] {
  const { from, to } = tellable(range, horizon)
  const settled = Math.min(to, horizon.rolledUntil)
  const hours = coarsest === "raw" ? nothing(from) : within({ from, to: settled }, HOUR)
  const days = coarsest === "daily" ? within({ from: hours.from, to: hours.to }, DAY) : nothing(hours.from)
  const stretches: Stretch[] = [
    { tier: "raw", from, to: hours.from },
    { tier: "hourly", from: hours.from, to: days.from },
    { tier: "daily", ...days },
    { tier: "hourly", from: days.to, to: hours.to },
    { tier: "raw", from: Math.max(hours.to, horizon.rawFrom), to },
  ]
  return stretches.filter((one) => one.from < one.to)
}

/** The whole periods within a range; where there is none, nothing at its beginning. */
function within({ from, to }: Range, period: number): Range {
  const whole = { from: ceilTo(from, period), to: floorTo(to, period) }
  return whole.from < whole.to ? whole : nothing(from)
}

const nothing = (at: number): Range => ({ from: at, to: at })
