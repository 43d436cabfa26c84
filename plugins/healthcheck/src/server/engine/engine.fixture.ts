import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { moveClock, testPlatform } from "@countersign/testing"
import type { StatusRule } from "../../contract.ts"
import type { CheckRun } from "../../probe/run-check.ts"
import { healthcheckPlugin } from "../../server.ts"
import { ensurePartitions } from "../history/upkeep/partitions.ts"
import { type Claim, claimDue } from "./claim.ts"
import { handOver } from "./finished-run.ts"
import { record } from "./record.ts"
import { placeTargets } from "./schedule-store.ts"

export interface CheckFields {
  intervalSeconds?: number
  timeoutSeconds?: number
  retries?: number
  strategyId?: string
  config?: object
  collectors?: object[]
  statusRule?: StatusRule
  paused?: boolean
}

/** How a run ended: well, not quite, not at all, because nothing answered, or as a test has it. */
export type Ending = "ok" | "degraded" | "failed" | "timeout" | CheckRun

/** Catalog and checks on a database of their own, whose workers do not run: tests claim, run and record themselves. */
export async function testEngine() {
  const testing = await testPlatform({ plugins: [catalogPlugin, healthcheckPlugin] })
  const { platform, as, database } = testing
  const olga = await as("olga", "operator")
  const service = platform.caller(
    { ...olga.principal, kind: "service", id: "service:healthcheck", name: "healthcheck" },
    "job",
  )
  const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
  let ms = 0
  const days = [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000))
  await database.direct.transaction((tx) => ensurePartitions(tx, days))

  async function system(): Promise<string> {
    const { id } = await platform.call(olga, catalogContract.createSystem, { name: `System ${crypto.randomUUID()}` })
    return id
  }
  /** Hands runs to the verb that stores them. */
  const store = (claims: readonly Claim[], ending: Ending) =>
    handOver(
      claims.map((claim) => ({ claim, run: runThatEnded(ending) })),
      (batch) => record(service, { batch }),
    )
  const claim = async () => (await claimDue(database.direct, { all: 1_000, suspect: 1_000 })).claims

  return {
    ...testing,
    olga,
    service,
    ask,
    system,
    store,
    claim,
    async forward(byMs: number) {
      ms += byMs
      await moveClock(database, `${ms} milliseconds`)
    },
    /** Lets a target run now, again and again, and answers how it stands after the last run. */
    async runs(targetId: number, ...endings: Ending[]) {
      for (const ending of endings) {
        ms += 1
        await moveClock(database, `${ms} milliseconds`)
        await ask(
          "UPDATE healthcheck.schedule SET next_at = date_trunc('milliseconds', platform.now()) WHERE target_id = $1",
          [targetId],
        )
        const mine = (await claim()).filter((one) => one.targetId === targetId)
        await store(mine, ending)
      }
      const [state] = await ask("SELECT * FROM healthcheck.state WHERE target_id = $1", [targetId])
      return state
    },
    schedule: async (targetId: number) =>
      (
        await ask(
          `SELECT *, (extract(epoch FROM next_at - platform.now()) * 1000)::float8 AS next_in
           FROM healthcheck.schedule WHERE target_id = $1`,
          [targetId],
        )
      )[0],
    /** A check of one system, as the verbs of the plugin write it. */
    async check(fields: CheckFields = {}, systemId?: string) {
      const { intervalSeconds = 60, timeoutSeconds = 2, retries = 0, strategyId = "heartbeat" } = fields
      const [{ id: checkId }] = await ask(
        `INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries,
           status_rule, subject, paused_at, created_by_id, created_by_name, created_at, updated_at)
         VALUES ('Check', '', $1, $2, $3, $4, $5, $6, $7, '', $8, 'olga', 'Olga', now(), now()) RETURNING id`,
        [
          strategyId,
          JSON.stringify(fields.config ?? { version: 1, everySeconds: 60, graceSeconds: 60 }),
          JSON.stringify(fields.collectors ?? []),
          intervalSeconds,
          timeoutSeconds,
          retries,
          JSON.stringify(
            fields.statusRule ?? { kind: "consecutive", unhealthyAfter: 2, degradedAfter: 2, healthyAfter: 1 },
          ),
          fields.paused ? new Date() : null,
        ],
      )
      const of = systemId ?? (await system())
      const [{ id: assignmentId }] = await ask(
        "INSERT INTO healthcheck.assignment (check_id, system_id) VALUES ($1, $2) RETURNING id",
        [checkId, of],
      )
      const [targetId] = await placeTargets(database.direct, [
        { assignmentId, checkId, systemId: of, environmentId: null },
      ])
      return { checkId: checkId as string, assignmentId: assignmentId as string, systemId: of, targetId: targetId! }
    },
  }
}

function runThatEnded(ending: Ending): CheckRun {
  if (typeof ending === "object") return ending
  const usual = { values: { response: { status: 200, body: "x".repeat(50_000) } }, durationMs: 12.5, tries: 1 }
  if (ending === "timeout")
    return {
      ...usual,
      values: {},
      outcome: "failed",
      failure: { code: "timeout", message: "Nothing came." },
      assertions: [],
    }
  if (ending === "ok") return { ...usual, outcome: "ok", failure: null, assertions: [held(true)] }
  return { ...usual, outcome: ending, failure: null, assertions: [held(true), held(false)] }
}

function held(passed: boolean): CheckRun["assertions"][number] {
  return { passed, severity: "unhealthy", actual: "500", sentence: passed ? "It is 200." : "It is 500, not 200." }
}
