import { ForbiddenError } from "../errors.ts"

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export function isLoopback(host: string): boolean {
  return LOOPBACK_NAME.test(host)
}

/**
 * Without PUBLIC_URL the address is taken from the request, which is safe for loopback names only: any page in the
 * world can point a name of its own at this machine and would then count as our origin.
 */
export function guardHost(request: Request, origins: ReadonlySet<string>): void {
  if (origins.size > 0) return
  const host = request.headers.get("host") ?? new URL(request.url).host
  if (!isLoopback(host))
    throw new ForbiddenError(
      "Countersign was opened by a name that is not its own: it only knows itself by loopback names. Set PUBLIC_URL to the address people use and start it again.",
    )
}
