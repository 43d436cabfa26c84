import type { Issue } from "../result.ts"
import { isImportable, refuseImport } from "./imports.ts"
import type { ValidateOrder } from "./orders.ts"
import { SourceError, stripTypes } from "./strip-types.ts"
import { createVirtualMachine } from "./virtual-machine.ts"

const MOST_ISSUES = 20

/** Parses a script without running a line of it: syntax, and every import by name. */
export async function validate({ source, sdk, timeoutMs, memoryBytes }: ValidateOrder): Promise<Issue[]> {
  try {
    const code = stripTypes(source)
    const { runtime, context } = await createVirtualMachine({ memoryBytes, deadline: performance.now() + timeoutMs })
    const foreign = new Set<string>()
    runtime.setModuleLoader(
      (name) => {
        if (!isImportable(name, sdk)) foreign.add(name)
        // Any module will do: what is only parsed is not linked, and so all imports are seen, not only the first.
        return ""
      },
      (_from, name) => name,
    )
    const parsed = context.evalCode(code, "script.ts", { type: "module", compileOnly: true })
    if (parsed.error) {
      const { message, stack } = context.dump(parsed.error) as { message?: unknown; stack?: unknown }
      const line = /script\.ts:(\d+)/.exec(String(stack))?.[1]
      return [{ message: String(message).slice(0, 2_000), line: line === undefined ? undefined : Number(line) }]
    }
    return [...foreign]
      .slice(0, MOST_ISSUES)
      .map((name) => ({ message: refuseImport(name, sdk), line: lineNaming(source, name) }))
  } catch (error) {
    if (error instanceof SourceError) return [{ message: error.message, line: error.line }]
    throw error
  }
}

function lineNaming(source: string, name: string): number | undefined {
  const at = source.split("\n").findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`))
  return at < 0 ? undefined : at + 1
}
