import { openSecrets, type WorkerHost } from "@countersign/core/server"
import type { Facts, Target } from "../../contract/strategy.ts"
import type { Secret } from "../../probe/templates/secrets.ts"
import type { Claim } from "./claim.ts"
import { createFacts } from "./facts.ts"
import { readHeartbeats } from "./heartbeats.ts"
import type { KnownCheck } from "./known-checks.ts"

/** What one run is given beside its configuration. */
export interface Surroundings {
  facts: Facts
  secrets: Readonly<Record<string, Secret>>
  heartbeat: Target["heartbeat"]
}

export type Surround = (
  pairs: readonly { claim: Claim; check: KnownCheck }[],
) => Promise<ReadonlyMap<number, Surroundings>>

/** For a batch of claims at a time: secrets and calls of jobs are one statement each, and none where no check needs them. */
export function createSurround(host: Pick<WorkerHost, "call" | "sql" | "secrets">): Surround {
  const factsOf = createFacts(host)
  return async (pairs) => {
    const names = [...new Set(pairs.flatMap(({ check }) => check.secretNames))]
    const awaited = pairs.filter(({ check }) => check.configuration.strategyId === "heartbeat")
    const [opened, heartbeats, facts] = await Promise.all([
      openSecrets(host.sql, host.secrets, names),
      readHeartbeats(
        host.sql,
        awaited.map(({ claim }) => claim.targetId),
      ),
      Promise.all(pairs.map(({ claim, check }) => factsOf(claim, check))),
    ])
    return new Map(
      pairs.map(({ claim, check }, index) => [
        claim.targetId,
        {
          facts: facts[index]!,
          secrets: Object.fromEntries(
            check.secretNames.flatMap((name) => (Object.hasOwn(opened, name) ? [[name, opened[name]!]] : [])),
          ),
          heartbeat: heartbeats.get(claim.targetId),
        },
      ]),
    )
  }
}
