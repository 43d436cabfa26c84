import { sql } from "drizzle-orm"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError } from "../errors.ts"
import { endClaim } from "./claim-due.ts"
import { workDue } from "./work-due.ts"
import type { WorkerHost } from "./worker.ts"

export const LEASE_MS = 1_500

const contract = defineContract("errand", {
  run: procedure({
    summary: "Run an errand.",
    effect: "mutate",
    access: "internal",
    recordedIn: "errand.done",
    input: z.object({ id: z.string(), lease: z.uuid(), pod: z.int() }),
    output: z.object({}),
  }),
})

const run = implement(contract.run, async (ctx, { id, lease, pod }) => {
  await ctx.tx.execute(sql`INSERT INTO errand.done (errand_id, pod) VALUES (${id}::int, ${pod})`)
  if (!(await endClaim(ctx.tx, "errand.errand", { id, lease }, null)))
    throw new ConflictError("It is another's by now.")
  return {}
})

/** Errands, run by whoever finds them due. One that is held waits, in the hands of the first who took it, until it is let go. */
export const errandPlugin = definePlugin({
  id: "errand",
  contract,
  migrations: [
    {
      name: "0001-errand",
      sql: `CREATE TABLE errand.errand (id int PRIMARY KEY, held boolean NOT NULL DEFAULT false,
          next_at timestamptz, lease uuid, lease_until timestamptz);
        CREATE TABLE errand.begun (errand_id int NOT NULL, pod int NOT NULL, lapsed boolean NOT NULL);
        CREATE TABLE errand.refused (errand_id int NOT NULL, pod int NOT NULL);
        CREATE TABLE errand.done (errand_id int NOT NULL, pod int NOT NULL, at timestamptz NOT NULL DEFAULT now());
        CREATE TRIGGER append_only BEFORE UPDATE ON errand.done FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();`,
    },
  ],
  verbs: { run },
  workers: [
    {
      id: "errand.runner",
      connections: 3,
      start: (host) =>
        workDue(host, {
          table: "errand.errand",
          concurrency: 4,
          leaseMs: LEASE_MS,
          everyMs: 50,
          async run({ id, lease, lapsed }) {
            await host.sql.execute(sql`INSERT INTO errand.begun VALUES (${id}::int, ${process.pid}, ${lapsed})`)
            while (!lapsed && (await isHeld(host, id))) await new Promise((resolve) => setImmediate(resolve))
            try {
              await host.call(contract.run, { id, lease, pod: process.pid })
            } catch (error) {
              await host.sql.execute(sql`INSERT INTO errand.refused VALUES (${id}::int, ${process.pid})`)
              throw error
            }
          },
        }),
    },
  ],
})

async function isHeld(host: WorkerHost, id: string): Promise<boolean> {
  const { rows } = await host.sql.execute<{ held: boolean }>(
    // A wait by time: whoever lets it go is another process, which only the table tells of.
    sql`SELECT held FROM errand.errand WHERE id = ${id}::int AND pg_sleep(0.02) IS NOT NULL`,
  )
  return rows[0]!.held
}
