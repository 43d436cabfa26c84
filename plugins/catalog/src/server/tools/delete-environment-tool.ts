import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { deleteEnvironment, planEnvironmentDeletion } from "../environments/delete-environment.ts"
import { quotedEnvironment } from "./quoted.ts"
import { environmentThing } from "./system-card.ts"

export const deleteEnvironmentTool = defineTool({
  name: "deleteEnvironment",
  describe: () => "Delete an environment",
  verb: deleteEnvironment,
  description:
    "Delete an environment, only when the operator asks for exactly that. Its systems stay in the catalog. Pass an id " +
    "from catalog.listEnvironments, never a name.",
  // What went with it is told by name alone.
  quotes: ({ input, result }) => (result ? "outside" : [quotedEnvironment({ id: input.environmentId })]),
  async preview(ctx, { environmentId }) {
    const { environment, members, deletion } = await planEnvironmentDeletion(ctx, environmentId)
    return {
      summary: `Delete the environment ${quoteName(environment.name)}`,
      target: environment,
      after: null,
      things: [environmentThing(environment), ...members.map(({ id, name }) => ({ type: "catalog.system", id, name }))],
      consequences: deletion.consequences.map(({ sentence }) => sentence),
    }
  },
})
