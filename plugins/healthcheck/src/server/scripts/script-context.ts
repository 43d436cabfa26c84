import { implement } from "@countersign/core/server"
import { resolveScriptContext } from "@countersign/sandbox"
import { healthcheckContract } from "../../contract.ts"

/** The same declarations that the editor mounts. */
export const getScriptContext = implement(healthcheckContract.getScriptContext, async (_ctx, { context: kind }) => {
  const context = resolveScriptContext(kind)
  const { language, declarations, starterExample, allowsManagedPackages } = context
  const rest = { context: kind, language, declarations, starterExample, allowsManagedPackages }
  return context.language === "typescript"
    ? { ...rest, sdkModule: context.sdkModule, helper: context.helper }
    : { ...rest, shellEnv: context.shellEnv }
})
