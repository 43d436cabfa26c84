import { moveClock, testPlatform } from "@countersign/testing"
import { expect, it, vi } from "vitest"
import { helloPlugin } from "../server.ts"
import { greet } from "./greet.ts"
import { listGreetings } from "./list-greetings.ts"

const { as, database, trail } = await testPlatform({ plugins: [helloPlugin], role: "worker" })

it("forgets a greeting after thirty days, and says who did", async () => {
  const ana = await as("ana")
  await greet(ana, { to: "Ben" })

  await moveClock(database, "29 days")
  await greet(ana, { to: "Cleo" })
  await moveClock(database, "31 days")

  await vi.waitFor(async () => expect((await listGreetings(ana, {})).greetings).toMatchObject([{ to: "Cleo" }]), 10_000)
  expect(await trail("hello.fade")).toMatchObject([{ before: { to: "Ben" }, after: null }])
})
