import { implement } from "../../access/implement.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { holds } from "../../identity/principal/principal.ts"

export const listRules = implement(rolesContract.listRules, async (ctx) => ({
  rules: ctx.runtime.plugins.flatMap((plugin) =>
    plugin.access.map(({ id, resource, sentence, implies, teamScoped }) => ({
      id,
      plugin: plugin.id,
      resource,
      sentence,
      implies: [...implies],
      teamScoped,
      held: holds(ctx.principal, id),
    })),
  ),
}))
