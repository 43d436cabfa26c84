import type { RegisteredTool } from "../access/points/tool.ts"
import { clampResult } from "../tools/clamp-result.ts"

export type Images = readonly { mediaType: string; data: string }[]

/** Leaned, then cut to what the door's model may read. */
export function forModelOf(tool: RegisteredTool, result: unknown, resultChars: number | undefined): unknown {
  const lean = project(tool, result)
  if (resultChars === undefined) return lean
  const { text, truncated } = clampResult(lean, resultChars)
  return truncated ? JSON.parse(text) : lean
}

export function imagesOf(tool: RegisteredTool, result: unknown): Images {
  try {
    return tool.imagesOf?.(result as never) ?? []
  } catch {
    return []
  }
}

/** Leaner for the model; an unexpected shape passes as it is. */
export function project(tool: RegisteredTool, result: unknown): unknown {
  try {
    return tool.projectResult ? (tool.projectResult as (result: unknown) => unknown)(result) : result
  } catch {
    return result
  }
}
