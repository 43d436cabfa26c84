import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { addSystem } from "@countersign/catalog/testing"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { inHours, UNSHOWN, windowsInTests } from "./things.ts"

const { world, bound, changeUnrelated, changeParent, retitle } = windowsInTests

// Times that fit each other, and a rule.
const MEANT = ["startsAt", "endsAt", "minutes", "rrule", "timeZone", "occurrenceAt", "skipped"]

export const examples: ToolExamples = {
  ...windowsInTests.examples,
  "maintenance.create": toolExample({
    world: async (w) => ({
      systemId: await addSystem(w.call),
      otherSystemId: await addSystem(w.call),
      environmentId: await addEnvironment(w),
      otherId: (await world(w)).id,
    }),
    input: ({ systemId, otherSystemId, environmentId }) => ({
      title: "Upgrade the database",
      description: "Writes are refused for a while.",
      systemIds: [systemId, otherSystemId],
      environmentIds: [environmentId],
      startsAt: inHours(5),
      endsAt: inHours(6),
      rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
      timeZone: "Europe/Berlin",
      message: "Planned with the team.",
    }),
    meant: MEANT,
    changeNamed: (w, { systemId }) => changeParent(w, systemId),
    changeUnrelated: (w, { otherId }) => retitle(w.call, otherId),
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "maintenance.update": toolExample({
    world: async (w) => ({
      ...(await world(w)),
      secondId: await addSystem(w.call),
      environmentId: await addEnvironment(w),
    }),
    input: ({ id, parentId, secondId, environmentId }) => ({
      id,
      description: "Longer than thought.",
      systemIds: [parentId, secondId],
      environmentIds: [environmentId],
      endsAt: inHours(9),
      rrule: "FREQ=DAILY;COUNT=3",
      timeZone: "Europe/Berlin",
    }),
    meant: MEANT,
    ...bound,
    changeNamed: (w, { secondId }) => changeParent(w, secondId),
    changeUnrelated,
    unshown: UNSHOWN,
  }),
  "maintenance.close": toolExample({
    world,
    input: ({ id }) => ({ id, note: "The vendor is ill." }),
    ...bound,
    shownAs: { update: "note" },
    unshown: UNSHOWN.filter((key) => key !== "status"),
  }),
}

async function addEnvironment({ call }: ExampleWorld): Promise<string> {
  return (await call(catalogContract.createEnvironment, { name: `Zone ${randomUUID().slice(-12)}` })).id
}
