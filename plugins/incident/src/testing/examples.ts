import { addSystem } from "@countersign/catalog/testing"
import { type ToolExamples, toolExample } from "@countersign/testing"
import { incidentsInTests, UNSHOWN } from "./things.ts"

const { world, bound, changeUnrelated, changeParent, retitle } = incidentsInTests

export const examples: ToolExamples = {
  ...incidentsInTests.examples,
  "incident.summarize": toolExample({ world, input: ({ id }) => ({ id }) }),
  "incident.create": toolExample({
    world: async (w) => ({
      systemId: await addSystem(w.call),
      otherSystemId: await addSystem(w.call),
      otherId: (await world(w)).id,
    }),
    input: ({ systemId, otherSystemId }) => ({
      title: "Payments time out",
      description: "Cards are charged late.",
      severity: "major",
      systemIds: [systemId, otherSystemId],
      healthOverride: "degraded",
      message: "We are looking into it.",
    }),
    changeNamed: (w, { systemId }) => changeParent(w, systemId),
    changeUnrelated: (w, { otherId }) => retitle(w.call, otherId),
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "incident.update": toolExample({
    world: async (w) => ({ ...(await world(w)), secondId: await addSystem(w.call) }),
    input: ({ id, parentId, secondId }) => ({
      id,
      severity: "critical",
      systemIds: [parentId, secondId],
      healthOverride: "unhealthy",
      postmortem: "The pool was too small.",
    }),
    ...bound,
    changeNamed: (w, { secondId }) => changeParent(w, secondId),
    changeUnrelated,
    unshown: UNSHOWN,
  }),
  "incident.addUpdate": toolExample({
    world,
    input: ({ id }) => ({ id, message: "The pool is bigger now.", status: "monitoring" }),
    ...bound,
    shownAs: { update: "message" },
    unshown: UNSHOWN,
  }),
  "incident.resolve": toolExample({
    world,
    input: ({ id }) => ({ id, note: "Rolled back." }),
    ...bound,
    shownAs: { update: "note" },
    unshown: UNSHOWN,
  }),
}
