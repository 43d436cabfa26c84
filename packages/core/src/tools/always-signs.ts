import type { RegisteredTool } from "../access/points/tool.ts"

/** Whether a call is signed in every mode: always by its tool, or for what it asks. */
export function alwaysSigns({ alwaysSign }: Pick<RegisteredTool, "alwaysSign">, input: object): boolean {
  return typeof alwaysSign === "function" ? alwaysSign(input as never) : alwaysSign
}
