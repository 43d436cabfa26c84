import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { createEnvironment } from "../environments/change-environment.ts"
import { demandFreeName } from "../free-name.ts"
import { quotedEnvironment } from "./quoted.ts"

export const createEnvironmentTool = defineTool({
  name: "createEnvironment",
  describe: ({ name }, say) => (name ? `Add the environment ${say.quote(name)}` : "Add an environment"),
  verb: createEnvironment,
  description:
    "Add an environment such as staging when the operator asks for one that is not there yet; look with " +
    "catalog.listEnvironments first. Pass values that differ between environments, e.g. baseUrl, as `fields`.",
  quotes: ({ result }) => (result ? [quotedEnvironment(result)] : []),
  async preview(ctx, draft) {
    await asFeedback("name", () => demandFreeName(ctx.tx, "environment", draft.name))
    return { summary: `Add the environment ${quoteName(draft.name)}`, after: draft }
  },
})
