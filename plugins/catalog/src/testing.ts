import type { AnyProcedure, InputOf, OutputOf } from "@countersign/core/contract"
import { defineTesting, PART_OF_SYSTEM, type TestPlatform } from "@countersign/testing"
import { catalogContract } from "./contract.ts"
import { examples } from "./testing/examples.ts"
import { forms } from "./testing/forms.ts"
import { lookalikes } from "./testing/lookalikes.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, pages, seed } from "./testing/pages.ts"

export { addSystem, systemParent } from "./testing/system-parent.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing: {
    makers: [
      ["catalog.createGroup", "groupId"],
      ["catalog.createEnvironment", "environmentId"],
      ["catalog.createSystem", "systemId"],
    ],
    // Names of what is there already.
    unwritten: ["catalog.recordChange systemNames", "catalog.recordChange environmentName"],
  },
  lazy: {
    "import/parse-yaml.ts": async ({ parseYaml }) => {
      const [system] = parseYaml("systems:\n  - name: Checkout").systems
      if (system.line !== 2 || system.draft.name !== "Checkout") throw new Error(`Read as ${JSON.stringify(system)}`)
    },
  },
  sampleReferences: {
    silent: Object.fromEntries(
      [
        ...["change", "status_report", "system_environment"].map((table) => `${table}.environment_id`),
        "group_member.group_id",
        ...["change_system", "group_member", "status_change", "status_report", "status_turn", "system_environment"].map(
          (table) => `${table}.system_id`,
        ),
      ].map((column) => [`catalog.${column}`, PART_OF_SYSTEM]),
    ),
  },
  lookalikes,
  ranked: {
    "catalog.listSystems": {
      tags: true,
      make: (on, { name, text: description, tags = [] }) =>
        asRoot(on, catalogContract.createSystem, { name, description, tags: [...tags] }),
    },
    "catalog.listGroups": {
      make: (on, { name, text: description }) => asRoot(on, catalogContract.createGroup, { name, description }),
    },
    "catalog.listEnvironments": {
      make: (on, { name, text: description }) => asRoot(on, catalogContract.createEnvironment, { name, description }),
    },
  },
})

async function asRoot<P extends AnyProcedure>(
  { platform, as }: TestPlatform,
  procedure: P,
  input: InputOf<P>,
): Promise<OutputOf<P>> {
  return platform.call(await as("root", "administrator"), procedure, input)
}
