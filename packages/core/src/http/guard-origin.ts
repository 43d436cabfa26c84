import { ForbiddenError } from "../errors.ts"
import { demandJsonType } from "./read-body.ts"

/**
 * A request that changes something and is vouched for by a cookie must come from our own pages: browsers attach
 * cookies to anybody's form, but they cannot forge `Origin` or send JSON across origins unasked.
 */
export function guardOrigin(request: Request, origins: ReadonlySet<string>): void {
  demandOwnOrigin(request, origins)
  demandJsonType(request)
}

/** For bodies that are no JSON: files. */
export function demandOwnOrigin(request: Request, origins: ReadonlySet<string>): void {
  const origin = request.headers.get("origin")
  const own = origins.size > 0 ? origins : new Set([new URL(request.url).origin])
  if (origin === null || !own.has(origin))
    throw new ForbiddenError(
      `This request came from ${origin === null ? "an unnamed origin" : "another origin"}, which is not this installation's address. Open Countersign at its own address, or set PUBLIC_URL to the address you use.`,
    )
}
