import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { type AnyProcedure, type InputOf, metaOf, type OutputOf } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/server"
import { helloPlugin } from "@countersign/hello/server"
import { incidentContract } from "@countersign/incident/contract"
import { describeAccess, type TestPlatform } from "@countersign/testing"
import { plugins } from "./plugins.ts"

await describeAccess([...plugins, helloPlugin], {
  things: {
    "catalog.system": async (testing) => ({
      granted: await addSystem(testing),
      public: await addSystem(testing),
      private: await addSystem(testing),
    }),
  },
  children: {
    "incident.incident": {
      parent: "catalog.system",
      path: "id",
      make: openIncident,
    },
  },
  inputs: {
    "catalog.addSystemToGroup": inSomeGroup,
    "catalog.removeSystemFromGroup": inSomeGroup,
    "catalog.getStatusTimeline": { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
    "incident.update": { title: "Still down" },
    "incident.addUpdate": { message: "We are on it." },
    "incident.editUpdate": { message: "We were on it." },
  },
})

async function addSystem(testing: TestPlatform): Promise<string> {
  const { id } = await call(testing, catalogContract.createSystem, { name: `System ${randomUUID()}` })
  return id
}

async function inSomeGroup(testing: TestPlatform): Promise<object> {
  const { id } = await call(testing, catalogContract.createGroup, { name: `Group ${randomUUID()}` })
  return { groupId: id }
}

async function openIncident(testing: TestPlatform, systemId: string): Promise<string> {
  const { id } = await call(testing, incidentContract.create, {
    title: "Down",
    severity: "major",
    systemIds: [systemId],
  })
  return id
}

/** As the platform itself, which reaches everything. */
async function call<P extends AnyProcedure>({ platform }: TestPlatform, procedure: P, input: InputOf<P>) {
  const verb = platform.verbs.get(metaOf(procedure).id)!
  const caller = platform.caller(servicePrincipal("matrix"), "cli")
  return (await verb(caller, input as never)) as OutputOf<P>
}
