import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { testHistory } from "../history.fixture.ts"
import { inMaintenance } from "./in-maintenance.ts"

const { tx, ask } = await testHistory()
const [system, other, staging, production] = Array.from({ length: 4 }, () => crypto.randomUUID())

async function covered(systemId: string | undefined, environmentId: string | null | undefined, at: string) {
  const { rows } = await tx.execute<{ covered: boolean }>(
    sql`SELECT ${inMaintenance({
      systemId: sql`${systemId}::uuid`,
      environmentId: sql`${environmentId}::uuid`,
      at: sql`${at}::timestamptz`,
    })} AS covered`,
  )
  return rows[0]!.covered
}

describe("inMaintenance", () => {
  it("asks for the window's time, its systems, and its environments where it names some", async () => {
    await ask(
      `INSERT INTO healthcheck.maintenance VALUES
         (gen_random_uuid(), '2026-03-01T10:00Z', '2026-03-01T12:00Z', $1::uuid[], '{}', false),
         (gen_random_uuid(), '2026-03-02T10:00Z', '2026-03-02T12:00Z', $1::uuid[], $2::uuid[], false)`,
      [[system], [staging]],
    )

    expect(await covered(system, null, "2026-03-01T09:59:59.999Z")).toBe(false)
    expect(await covered(system, null, "2026-03-01T10:00Z")).toBe(true)
    expect(await covered(system, production, "2026-03-01T11:59Z")).toBe(true)
    expect(await covered(system, null, "2026-03-01T12:00Z")).toBe(false)
    expect(await covered(other, null, "2026-03-01T11:00Z")).toBe(false)
    expect(await covered(system, staging, "2026-03-02T11:00Z")).toBe(true)
    expect(await covered(system, production, "2026-03-02T11:00Z")).toBe(false)
    expect(await covered(system, null, "2026-03-02T11:00Z")).toBe(false)
  })
})
