export interface Aim {
  what: string
  measured: string
  aim: string
  met: boolean
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function printAims(title: string, aims: readonly Aim[]): void {
  console.log(`\n${title}`)
  console.table(aims.map(({ what, measured, aim, met }) => ({ what, measured, aim, verdict: met ? "met" : "MISSED" })))
}
