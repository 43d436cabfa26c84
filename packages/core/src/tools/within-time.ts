import type { RegisteredTool } from "../access/points/tool.ts"
import { UnavailableError } from "../errors.ts"

export class TookTooLongError extends UnavailableError {}

/**
 * Gives up waiting, not the work: it is told to stop, and whoever waits must see to it that a late result counts for
 * nothing. `outer` stops it as well.
 */
export async function withinTime<T>(
  tool: Pick<RegisteredTool, "timeoutMs">,
  work: (abort: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const abort = new AbortController()
  const follow = () => abort.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener("abort", follow, { once: true })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = tool.timeoutMs / 1000
      const error = new TookTooLongError(
        `This did not answer within ${seconds} s and was given up. Try it again, or with less to do.`,
      )
      reject(error)
      abort.abort(error)
    }, tool.timeoutMs)
  })
  try {
    return await Promise.race([work(abort.signal), late])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener("abort", follow)
  }
}
