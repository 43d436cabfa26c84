import { catalogContract } from "@countersign/catalog/contract"
import { NotFoundError, type WorkerHost } from "@countersign/core/server"
import type { Facts } from "../../contract/strategy.ts"
import type { Claim } from "./claim.ts"
import type { KnownCheck } from "./known-checks.ts"

/** For so long a changed field of a system may still be the old one in a run. */
const FRESH_MS = 15_000
const MOST_KEPT = 2_000

/** What templates and scripts may name, as the catalog has it. */
export function createFacts(host: Pick<WorkerHost, "call">) {
  const kept = new Map<string, { at: number; read: Promise<Record<string, unknown>> }>()

  function fresh(key: string, read: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const known = kept.get(key)
    if (known && performance.now() - known.at < FRESH_MS) return known.read
    if (kept.size >= MOST_KEPT) kept.clear()
    const reading = read()
    kept.set(key, { at: performance.now(), read: reading })
    reading.catch(() => kept.delete(key))
    return reading
  }

  return async ({ systemId, environmentId }: Claim, check: KnownCheck): Promise<Facts> => {
    const aboutCheck = { id: check.id, name: check.name, intervalSeconds: check.configuration.intervalSeconds }
    if (!check.needsFacts) return { check: aboutCheck, system: {} }
    const [system, environment] = await Promise.all([
      fresh(`system ${systemId}`, () => systemFacts(host, systemId)),
      environmentId ? fresh(`environment ${environmentId}`, () => environmentFacts(host, environmentId)) : undefined,
    ])
    return { check: aboutCheck, system, ...(environment && { environment }) }
  }
}

async function systemFacts(host: Pick<WorkerHost, "call">, systemId: string): Promise<Record<string, unknown>> {
  const system = await host.call(catalogContract.getSystem, { systemId }).catch(unlessGone)
  if (!system) return {}
  const { id, name, description, tags, metadata } = system
  return { ...metadata, metadata, id, name, description, tags }
}

async function environmentFacts(
  host: Pick<WorkerHost, "call">,
  environmentId: string,
): Promise<Record<string, unknown>> {
  const environment = await host.call(catalogContract.getEnvironment, { environmentId }).catch(unlessGone)
  return environment ? { ...environment.fields, id: environment.id, name: environment.name } : {}
}

/** Its targets are about to end; until then it has no facts. */
function unlessGone(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}
