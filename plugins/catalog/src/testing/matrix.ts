import { randomUUID } from "node:crypto"
import { callAsPlatform, hideThing, type MatrixOptions, type TestPlatform } from "@countersign/testing"
import { catalogContract } from "../contract.ts"

const SYSTEM = "catalog.system"

export const matrix: MatrixOptions = {
  things: {
    [SYSTEM]: async (testing) => ({
      granted: await addSystem(testing),
      public: await addSystem(testing),
      private: await addSystem(testing),
    }),
  },
  hidden: [
    {
      // Whichever plugin's verb takes one.
      at: ["*.*.systemId", "*.*.systemIds"],
      make: async (testing) => ({ id: await hiddenSystem(testing) }),
    },
    {
      at: ["platform.getSharing.thingId", "platform.setGrant.thingId", "platform.setPrivate.thingId"],
      make: async (testing) => ({ id: await hiddenSystem(testing), rest: { resource: SYSTEM } }),
      // Somebody must be able to hand a thing over whose last owner has left.
      seenBy: ({ holds }) => holds("platform.team.manage"),
    },
    {
      at: ["*.*.thing.id"],
      make: async (testing) => ({ id: await hiddenSystem(testing), rest: { thing: { type: SYSTEM } } }),
    },
  ],
  // Whoever holds the rule sees all of them.
  open: ["catalog.*.groupId", "catalog.*.groupIds", "*.*.environmentId", "*.*.environmentIds", "catalog.*.ownerTeamId"],
  inputs: {
    "catalog.addSystemToGroup": inSomeGroup,
    "catalog.removeSystemFromGroup": inSomeGroup,
    "catalog.getStatusTimeline": { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  },
}

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await callAsPlatform(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function hiddenSystem(testing: TestPlatform): Promise<string> {
  return hideThing(testing, SYSTEM, await addSystem(testing))
}

async function inSomeGroup(testing: TestPlatform): Promise<object> {
  const { id } = await callAsPlatform(testing, catalogContract.createGroup, { name: `Group ${randomUUID()}` })
  return { groupId: id }
}
