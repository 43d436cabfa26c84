import { queryOf, type Site } from "../../../document.ts"

export function listBreakpoints({ facts }: Site) {
  return {
    breakpoints: facts.breakpoints.map((one) => ({ ...one, query: queryOf(facts.breakpoints, one.id) })),
    base: facts.breakpoints[0]!.id,
  }
}
