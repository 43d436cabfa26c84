/** What the runs of one place in the last minute say, those of systems that were down before left out. */
export interface PlaceCount {
  targets: number
  /** Those that could suddenly not be reached. */
  cutOff: number
  /** To how many systems those belong. */
  systems: number
}

const LEAST_TARGETS = 10
/** One system with many checks may well be down all by itself. */
const LEAST_SYSTEMS = 3

/** Whether the place lost its way out, rather than most systems failing in the same minute. */
export function isPlaceToBlame({ targets, cutOff, systems }: PlaceCount): boolean {
  return cutOff >= LEAST_TARGETS && systems >= LEAST_SYSTEMS && cutOff * 2 > targets
}

/** For so long statuses are held. If it is then still so, people had better hear of the systems too. */
export const LONGEST_HOLD_MS = 10 * 60_000

export function blameSentence(place: string, { targets, cutOff }: PlaceCount): string {
  const where = place === "server" ? "This server" : `The place "${place}"`
  return `${where} suddenly cannot reach ${cutOff} of the ${targets} targets it checked in the last minute, so its own network is to blame. The status of systems stays as it was.`
}
