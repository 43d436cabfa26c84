export interface Breakpoint {
  readonly id: string
  readonly name: string
  /** Of the base, the width at which it is shown; of any other, where it begins to count. */
  readonly width: number
}

export const DEFAULT_BREAKPOINTS: readonly Breakpoint[] = [
  { id: "base", name: "Desktop", width: 1280 },
  { id: "tablet", name: "Tablet", width: 820 },
  { id: "phone", name: "Phone", width: 480 },
]

/** The media query of a breakpoint; null for the base, whose rules stand in none. */
export function queryOf(breakpoints: readonly Breakpoint[], id: string): string | null {
  const [base] = breakpoints
  const found = breakpoints.find((one) => one.id === id)
  if (!base || !found || found === base) return null
  return found.width < base.width ? `(max-width: ${found.width}px)` : `(min-width: ${found.width}px)`
}
