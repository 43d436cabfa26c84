import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import type { InputOf } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import type { healthcheckContract } from "../../contract.ts"
import { healthcheckPlugin } from "../../server.ts"
import { createCheck } from "./create-check.ts"

/** Catalog and health checks on a database of their own, with Olga to write checks. */
export async function testChecks() {
  const testing = await testPlatform({ plugins: [catalogPlugin, healthcheckPlugin] })
  const { platform, as, asHolderOf, database, grant } = testing
  const olga = await as("olga", "operator")
  const root = await as("root", "administrator")
  const service = platform.caller({ ...olga.principal, kind: "service", id: "service:test", name: "test" }, "job")
  const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
  return {
    ...testing,
    olga,
    root,
    service,
    ask,
    system: async (name: string, fields: { environmentIds?: string[] } = {}) =>
      (await platform.call(olga, catalogContract.createSystem, { name: `${name} ${crypto.randomUUID()}`, ...fields }))
        .id,
    environment: async (name: string) =>
      (await platform.call(olga, catalogContract.createEnvironment, { name: `${name} ${crypto.randomUUID()}` })).id,
    check: (
      systemIds: string[],
      fields: Partial<InputOf<typeof healthcheckContract.create>> = {},
      caller: Caller = olga,
    ) =>
      createCheck(caller, {
        name: "Shop answers",
        strategyId: "http",
        config: { url: "https://shop.example/status?key=1" },
        collectors: [{ id: "response", assertions: [{ field: "status", operator: "equals", value: 200 }] }],
        assignments: systemIds.map((systemId) => ({ systemId })),
        ...fields,
      }),
    /** Where a check runs now: environments of a system, null for none. */
    places: async (id: string): Promise<(string | null)[]> =>
      (
        await ask(
          "SELECT environment_id FROM healthcheck.target WHERE check_id = $1 AND ended_at IS NULL ORDER BY id",
          [id],
        )
      ).map(({ environment_id }) => environment_id),
    /** Somebody whose only rights are these grants. */
    async withGrants(name: string, grants: Record<string, "viewer" | "editor" | "owner">): Promise<Caller> {
      for (const [systemId, level] of Object.entries(grants)) await grant(name, level, "catalog.system", systemId)
      return asHolderOf(name, [])
    },
  }
}
