const holders = new Set<object>()

/** Something on the page would be lost by leaving it, until the answer is called. */
export function holdUnsaved(): () => void {
  const holder = {}
  holders.add(holder)
  return () => void holders.delete(holder)
}

/** Whether this tab has text that nobody saved. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0
}
