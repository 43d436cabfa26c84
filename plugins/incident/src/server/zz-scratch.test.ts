import { expect, it } from "vitest"
import { testIncidents } from "./incident.fixture.ts"
import { listIncidents } from "./list-incidents.ts"
it("scratch", async () => {
  const { as, database, system, withGrants, hide } = await testIncidents()
  const ids = [await system("A"), await system("B"), await system("C")]
  await database.pool.query(`INSERT INTO incident.incident (title, severity, status, opened_by_id, opened_by_name, opened_at, updated_at, resolved_at)
    SELECT 'Incident ' || n, (ARRAY['minor','major','critical'])[1 + n % 3], CASE WHEN n % 50 = 0 THEN 'fixing' ELSE 'resolved' END, 'x', 'X', now() - n * interval '1 minute', now() - (n % 777) * interval '1 minute', CASE WHEN n % 50 = 0 THEN NULL ELSE now() END FROM generate_series(1, 20000) n`)
  await database.pool.query("INSERT INTO incident.incident_system SELECT id, ($1::uuid[])[1 + (random() * 2)::int] FROM incident.incident", [ids])
  await hide(ids[2]!)
  await database.pool.query("ANALYZE")
  const callers = { viewer: await as("vera", "viewer"), grantee: await withGrants("tia", { [ids[0]!]: "viewer" }) }
  for (const [who, caller] of Object.entries(callers))
    for (const sort of ["openFirst", "openedAt", "updatedAt", "severity", "title"] as const) {
      let after: string | undefined
      const times: number[] = []
      for (let page = 1; page <= 100; page++) {
        const start = performance.now()
        const answer = await listIncidents(caller, { sort, after })
        times.push(performance.now() - start)
        after = answer.nextCursor ?? undefined
        if (!after) break
      }
      const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!
      console.log(who, sort, "first5", median(times.slice(1, 6)).toFixed(1), "last5", median(times.slice(-6)).toFixed(1), times.length)
    }
  expect(1).toBe(1)
}, 120000)
