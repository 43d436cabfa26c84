/** Monotonic and the same for all processes of a machine, unlike `performance.now`. */
export function nowMicroseconds(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000_000 + Math.round(nanoseconds / 1_000)
}
