import type { InputOf } from "@countersign/core/contract"
import { type TestPlatform, testPlatform } from "@countersign/testing"
import type { catalogContract, Environment, Group, System } from "../contract.ts"
import { catalogPlugin } from "../server.ts"
import { createEnvironment } from "./environments/change-environment.ts"
import { createGroup } from "./groups/change-group.ts"
import { reportStatus } from "./status/report-status.ts"
import { createSystem } from "./systems/create-system.ts"

export interface TestCatalog extends TestPlatform {
  system(name: string, fields?: Partial<InputOf<typeof catalogContract.createSystem>>): Promise<System>
  group(name: string): Promise<Group>
  environment(name: string): Promise<Environment>
  /** As an operator, from the source "test". */
  report(
    systemId: string,
    status: InputOf<typeof catalogContract.reportStatus>["status"],
    reason?: string,
  ): Promise<void>
  /** The clock every verb reads. */
  clock: { now: Date; forward(hours: number): void }
}

/** The catalog on a database of its own, with Olga to fill it. */
export async function testCatalog(): Promise<TestCatalog> {
  const clock = {
    now: new Date("2026-05-01T08:00:00.000Z"),
    forward(hours: number) {
      clock.now = new Date(clock.now.getTime() + hours * 3_600_000)
    },
  }
  const testing = await testPlatform({ plugins: [catalogPlugin], now: () => clock.now })
  const olga = await testing.as("olga", "operator")
  return {
    ...testing,
    clock,
    system: (name, fields = {}) => createSystem(olga, { name, ...fields }),
    group: (name) => createGroup(olga, { name }),
    environment: (name) => createEnvironment(olga, { name }),
    async report(systemId, status, reason = "") {
      await reportStatus(olga, { systemId, source: "test", status, reason })
    },
  }
}
