/** More would take up the database's connections for one person's question. */
const MOST_AT_ONCE = 8

/**
 * The calls of one step in groups to run one after the other: neighbouring reads together, every change alone and in
 * its place, so that what is read after it shows it.
 */
export function planCalls<Call>(calls: readonly Call[], isRead: (call: Call) => boolean): Call[][] {
  const groups: Call[][] = []
  let reads: Call[] | null = null
  for (const call of calls) {
    if (!isRead(call)) {
      groups.push([call])
      reads = null
    } else if (reads && reads.length < MOST_AT_ONCE) reads.push(call)
    else {
      reads = [call]
      groups.push(reads)
    }
  }
  return groups
}
