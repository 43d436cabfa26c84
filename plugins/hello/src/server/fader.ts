import { type Worker, workDue } from "@countersign/core/server"
import { helloContract } from "../contract.ts"

/** Greetings are forgotten after a while. */
export const fader: Worker = {
  id: "hello.fader",
  connections: 1,
  start: (host) =>
    workDue(host, {
      table: "hello.greeting",
      concurrency: 2,
      run: async ({ id, lease }) => void (await host.call(helloContract.fade, { id, lease })),
    }),
}
