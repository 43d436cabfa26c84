import { expect, it } from "vitest"
import { testChecks } from "../checks/checks.fixture.ts"

const { olga } = await testChecks()

it("the tools for checks are registered with the effect of their verbs", () => {
  const tools = olga.runtime.tools.tools.filter(({ plugin }) => plugin === "healthcheck")
  const named = (effect: string) => tools.filter((tool) => tool.effect === effect).map(({ name }) => name)

  expect(named("read")).toEqual([
    "healthcheck.get",
    "healthcheck.getCapabilitySchema",
    "healthcheck.getScriptContext",
    "healthcheck.list",
    "healthcheck.listCapabilities",
    "healthcheck.listSystemChecks",
    "healthcheck.runHistory",
    "healthcheck.runStats",
    "healthcheck.status",
    "healthcheck.testScript",
    "healthcheck.tryCheck",
  ])
  expect(named("mutate")).toEqual([
    "healthcheck.assign",
    "healthcheck.pause",
    "healthcheck.propose",
    "healthcheck.resume",
    "healthcheck.runNow",
    "healthcheck.unassign",
    "healthcheck.update",
  ])
  expect(named("destructive")).toEqual(["healthcheck.delete"])
})
