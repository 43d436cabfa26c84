import {
  listPolicies,
  policyFor,
  readToolUse,
  resolveTools,
  rolesHolding,
  serializeTool,
} from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const listTools = implement(aiContract.listTools, async (ctx, { all }) => {
  const { tools: registry } = ctx.runtime
  const offered = all ? registry.tools : resolveTools(registry, ctx.principal)
  const use = await readToolUse(ctx.tx)
  const policies = await listPolicies(ctx.tx)
  const roles = await rolesHolding(ctx)
  const tools = offered.map(serializeTool).map((tool) => ({
    ...tool,
    lastUsedAt: use.get(tool.name)?.lastUsedAt ?? null,
    callsLastWeek: use.get(tool.name)?.callsLastWeek ?? 0,
    policy: policyFor(policies, tool),
    roles: roles(tool.requiredAccessRules),
  }))
  return { tools }
})
