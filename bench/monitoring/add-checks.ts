import type { Database } from "../../packages/core/src/db/database.ts"

/** As the verbs of the plugin write them, but many at once; five for each system, each on a host of its own. Answers their targets. */
export async function addChecks(
  pool: Database["pool"],
  {
    checks,
    intervalSeconds,
    timeoutSeconds,
    port,
  }: { checks: number; intervalSeconds: number; timeoutSeconds: number; port: number },
): Promise<number[]> {
  await pool.query(
    `WITH systems AS (INSERT INTO catalog.system (id, name, created_at, updated_at)
       SELECT gen_random_uuid(), 'System ' || gen_random_uuid(), now(), now() FROM generate_series(1, greatest($1::int / 5, 1)) RETURNING id),
     numbered AS (SELECT id, row_number() OVER () AS n FROM systems),
     checks AS (INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds,
         retries, status_rule, subject, created_by_id, created_by_name, created_at, updated_at)
       SELECT 'Check ' || n, '', 'http', '{}',
         '[{"id":"response","assertions":[{"field":"status","operator":"equals","value":200,"severity":"unhealthy"}]}]', $2, $3, 0,
         '{"kind":"consecutive","unhealthyAfter":2,"degradedAfter":2,"healthyAfter":1}', '', 'bench', 'Bench', now(), now()
       FROM generate_series(1, $1::int) n RETURNING id, substr(name, 7)::int AS n),
     assigned AS (INSERT INTO healthcheck.assignment (check_id, system_id)
       SELECT c.id, s.id FROM checks c JOIN numbered s ON s.n = 1 + c.n % (SELECT count(*) FROM numbered) RETURNING *),
     placed AS (INSERT INTO healthcheck.target (assignment_id, check_id, system_id, created_at)
       SELECT a.id, a.check_id, a.system_id, now() FROM assigned a JOIN checks c ON c.id = a.check_id ORDER BY c.n RETURNING id)
     INSERT INTO healthcheck.state (target_id) SELECT id FROM placed`,
    [checks, intervalSeconds, timeoutSeconds],
  )
  const { rows } = await pool.query<{ id: number; check_id: string }>(
    "SELECT id, check_id FROM healthcheck.target ORDER BY id",
  )
  await pool.query(
    `UPDATE healthcheck."check" c SET config = jsonb_build_object('version', 1, 'url', g.url)
     FROM unnest($1::uuid[], $2::text[]) AS g(id, url) WHERE c.id = g.id`,
    [rows.map(({ check_id }) => check_id), rows.map(({ id }, n) => `http://${addressOf(n)}:${port}/${id}`)],
  )
  await pool.query(
    `INSERT INTO healthcheck.schedule (target_id, interval_ms, phase_ms, lease_ms, next_at)
     SELECT id, $1, healthcheck.phase_of(id, $1), 15000, healthcheck.next_slot(platform.now(), $1, healthcheck.phase_of(id, $1))
     FROM healthcheck.target`,
    [intervalSeconds * 1_000],
  )
  return rows.map(({ id }) => id)
}

/** As monitoring/targets.ts has it: each check its own host. */
function addressOf(n: number): string {
  return `127.77.${Math.floor(n / 250)}.${(n % 250) + 1}`
}
