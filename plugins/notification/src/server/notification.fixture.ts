import { catalogContract, type Status } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { mailContract } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { maintenancePlugin } from "@countersign/maintenance/server"
import { moveClock, testPlatform } from "@countersign/testing"
import { vi } from "vitest"
import { notificationContract } from "../contract.ts"
import { notificationPlugin } from "../server.ts"
import { startReceiver } from "./receiver.fixture.ts"

type Egress = NonNullable<Parameters<typeof testPlatform>[0]["egress"]>

export const SIGNING_SECRET = "a signing secret of the tests"

/** The whole way from an event to a receiver, with Olga who operates systems and a clock that is moved by hand. */
export async function testNotification({ egress }: { egress?: Egress } = {}) {
  const testing = await testPlatform({
    plugins: [catalogPlugin, incidentPlugin, maintenancePlugin, notificationPlugin],
    role: "worker",
    publicUrl: "https://status.example.test",
    ...(egress && { egress }),
  })
  const { platform, as, database } = testing
  const olga = await as("olga", "operator")
  const root = await as("root", "administrator")
  const receiver = await startReceiver()
  const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
  let paths = 0
  let minutes = 0
  return {
    ...testing,
    olga,
    root,
    service: platform.caller({ ...olga.principal, kind: "service", id: "service:test", name: "test" }, "job"),
    receiver,
    ask,
    async forward(by: number) {
      minutes += by
      await moveClock(database, `${minutes} minutes`)
    },
    system: async (name = "Checkout", caller: Caller = olga) =>
      (await platform.call(caller, catalogContract.createSystem, { name: `${name} ${crypto.randomUUID()}` })).id,
    /** A shared webhook to an address of its own at the receiver. */
    async webhook(caller: Caller = olga, shared = true) {
      const path = `/hook/${paths++}`
      const { id } = await platform.call(caller, notificationContract.createChannel, {
        kind: "webhook",
        name: `Hook ${path}`,
        address: receiver.url(path),
        secret: SIGNING_SECRET,
        shared,
      })
      return { id, path }
    },
    report: (systemId: string, status: Status | null, reason = "") =>
      platform.call(olga, catalogContract.reportStatus, { systemId, status, reason }),
    async setMail(port: number) {
      const { version } = await platform.call(root, mailContract.getMailSettings, {})
      await platform.call(root, mailContract.updateMailSettings, {
        host: "127.0.0.1",
        port,
        encryption: "none",
        fromAddress: "countersign@example.test",
        version,
      })
    },
    /** Every event was heard, and nothing is on its way but what waits for its next attempt. */
    settled: () =>
      vi.waitFor(
        async () => {
          const [{ events, due }] = await ask(`SELECT (SELECT count(*)::int FROM platform.delivery) AS events,
            (SELECT count(*)::int FROM notification.delivery WHERE next_at <= platform.now() OR lease IS NOT NULL) AS due`)
          if (events + due > 0) throw new Error(`${events} events and ${due} messages are on their way.`)
        },
        { timeout: 15_000, interval: 50 },
      ),
    /** What became of each message, in order. */
    log: () =>
      ask(`SELECT d.status, d.state, d.attempts, d.person_id, d.team_id, d.channel_id, d.id,
        (SELECT json_agg(a.sentence ORDER BY a.id) FROM notification.attempt a WHERE a.delivery_id = d.id) AS sentences
        FROM notification.delivery d ORDER BY d.sequence`),
  }
}
