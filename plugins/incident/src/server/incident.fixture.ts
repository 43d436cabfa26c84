import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import type { InputOf } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { type TestPlatform, testPlatform } from "@countersign/testing"
import type { Incident, incidentContract } from "../contract.ts"
import { incidentPlugin } from "../server.ts"
import { createIncident } from "./create-incident.ts"

export interface TestIncidents extends TestPlatform {
  /** A new system; its id. */
  system(name: string): Promise<string>
  /** What the catalog says of a system now. */
  statusOf(systemId: string): Promise<string | null>
  /** As Olga, an operator. */
  open(systemIds: string[], fields?: Partial<InputOf<typeof incidentContract.create>>): Promise<Incident>
  /** Somebody whose only rights are these grants. */
  withGrants(name: string, grants: Record<string, "viewer" | "editor" | "owner">): Promise<Caller>
  hide(systemId: string): Promise<void>
  /** The clock every verb reads. */
  clock: { now: Date; forward(minutes: number): void }
  service: Caller
}

/** Catalog and incidents on a database of their own, with Olga to open some. */
export async function testIncidents(): Promise<TestIncidents> {
  const clock = {
    now: new Date("2026-05-01T08:00:00.000Z"),
    forward(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
  }
  const testing = await testPlatform({ plugins: [catalogPlugin, incidentPlugin], now: () => clock.now })
  const { platform, as, asHolderOf, grant, makePrivate } = testing
  const olga = await as("olga", "operator")
  const service = platform.caller({ ...olga.principal, kind: "service", id: "service:test", name: "test" }, "job")
  return {
    ...testing,
    clock,
    service,
    system: async (name) => (await platform.call(olga, catalogContract.createSystem, { name })).id,
    statusOf: async (systemId) => (await platform.call(service, catalogContract.getSystem, { systemId })).status,
    open: (systemIds, fields = {}) =>
      createIncident(olga, { title: "Checkout fails", severity: "major", systemIds, ...fields }),
    async withGrants(name, grants) {
      for (const [systemId, level] of Object.entries(grants)) await grant(name, level, "catalog.system", systemId)
      return asHolderOf(name, [])
    },
    hide: (systemId) => makePrivate("catalog.system", systemId),
  }
}
