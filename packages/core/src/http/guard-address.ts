import { InvalidInputError } from "../errors.ts"

/** Ids and names stand in addresses as well as in bodies: what Postgres cannot hold is refused here for every door at once. */
export function guardAddress(request: Request): void {
  const { pathname, search } = new URL(request.url)
  if (/%00/.test(pathname + search))
    throw new InvalidInputError("The address has the character U+0000 in it. Take it out and ask again.")
  if (!pathname.includes("%")) return
  try {
    decodeURIComponent(pathname)
  } catch {
    throw new InvalidInputError("The address is not valid UTF-8 in percent-encoding. Encode it again.")
  }
}
