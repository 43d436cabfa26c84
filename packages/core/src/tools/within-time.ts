import type { RegisteredTool } from "../access/tool.ts"
import { UnavailableError } from "../errors.ts"

/** Gives up waiting, not the work: whoever waits must see to it that a late result counts for nothing. */
export async function withinTime<T>(
  tool: Pick<RegisteredTool, "name" | "timeoutMs">,
  work: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new UnavailableError(
            `${tool.name} did not answer within ${tool.timeoutMs / 1000} s and was given up. Try it again, or with less to do.`,
          ),
        ),
      tool.timeoutMs,
    )
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
