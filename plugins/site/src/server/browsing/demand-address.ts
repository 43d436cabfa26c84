import { ConflictError, type Ctx, InvalidInputError } from "@countersign/core/server"
import { addressProblem, keyOf, type SiteFacts, takenBy } from "../../document.ts"
import { titlesOf } from "../part-store.ts"

/** Refuses what cannot be the address of a page, or is another one's, in the words of whoever fills in the field. */
export async function demandAddress(
  ctx: Ctx,
  facts: SiteFacts,
  { page, address }: { page: string; address: string },
): Promise<void> {
  const problem = addressProblem(address)
  if (problem) throw new InvalidInputError(problem, [{ path: "address", message: problem }])
  const other = takenBy(facts, address, page)
  if (other === null) return
  // The library knows only its id, which no person has seen.
  const key = keyOf({ type: "page", id: other })
  const title = (await titlesOf(ctx.tx, [key])).get(key) ?? "Another page"
  const where = address === "" ? "the home page" : `at /${address}`
  throw new ConflictError(`"${title}" is ${where} already. Choose another address, or change that page first.`)
}
