import { createTurnstile, type Worker, workDue } from "@countersign/core/server"
import { notificationContract } from "../../contract.ts"
import { LEASE_MS } from "./lease.ts"

/** How many are under way at once: most of that is waiting for somebody else's server. */
const AT_ONCE = 64
/** A receiver that says nothing keeps two of them for ten seconds, and no other receiver's. */
const EACH_CHANNEL = 2
/** Of the steps that ask the database: more would take the connections of people. */
const ASKING = 8

/** Sends what is due. Each step is a verb of its own, so that no connection waits for somebody else's server. */
export const deliverer: Worker = {
  id: "notification.deliverer",
  connections: 2,
  start(host) {
    const inTurn = createTurnstile({
      atOnce: ASKING,
      waiting: AT_ONCE,
      full: "Too many messages are being put into words.",
    })
    return workDue(host, {
      table: "notification.delivery",
      concurrency: AT_ONCE,
      lanes: { column: "channel_id", each: EACH_CHANNEL },
      everyMs: 500,
      leaseMs: LEASE_MS,
      async run({ id, lease }, lost) {
        const { send } = await inTurn(async () => {
          const composed = await host.call(notificationContract.compose, { id })
          return host.call(notificationContract.begin, { id, lease, composed })
        })
        if (!send || lost.aborted) return
        const outcome = await host.call(notificationContract.transmit, { id })
        await inTurn(() => host.call(notificationContract.conclude, { id, lease, ...outcome }))
      },
    })
  },
}
