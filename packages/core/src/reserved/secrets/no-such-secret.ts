import { quoteName } from "../../contract/text/quote-name.ts"
import { NotFoundError } from "../../errors.ts"

export function noSuchSecret(name: string): NotFoundError {
  return new NotFoundError(`There is no secret called ${quoteName(name)}. It may have been deleted already.`)
}
