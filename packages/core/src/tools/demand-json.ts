import type { RegisteredTool } from "../access/points/tool.ts"
import { DeveloperError } from "../errors.ts"

/** What cannot be sent must not be kept either: a change that answers with it is rolled back. */
export function demandJson(tool: Pick<RegisteredTool, "name">, output: unknown): void {
  try {
    JSON.stringify(output)
  } catch (cause) {
    throw new DeveloperError(`${tool.name} returned something that JSON cannot hold.`, { cause })
  }
}
