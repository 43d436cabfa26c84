import { type Breakpoint, refuse, type Site } from "../../../document.ts"

/** The base where none is named. */
export function findBreakpoint({ facts: { breakpoints } }: Site, id: string | undefined): Breakpoint {
  const found = id === undefined ? breakpoints[0] : breakpoints.find((one) => one.id === id)
  if (!found) refuse(`There is no breakpoint ${id}. There are ${breakpoints.map((one) => one.id).join(", ")}.`)
  return found
}
