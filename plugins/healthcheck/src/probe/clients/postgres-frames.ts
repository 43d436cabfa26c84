import { ProbeError } from "../probe-error.ts"

/** Every message of a server to a client begins with one of these. */
const TYPES = new Set([..."RSKZTDCENAI123nstGHWVdcv"].map((letter) => letter.charCodeAt(0)))
/** Of one message: as much as a probe may read at all. */
const LONGEST = 1024 * 1024

/** Follows the frames of the protocol through the chunks and throws at the first that is none. */
export function postgresFrames(where: string): (chunk: Buffer) => void {
  let skip = 0
  const header: number[] = []
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at)
        skip -= step
        at += step
        continue
      }
      header.push(chunk[at++]!)
      if (header.length === 1 && !TYPES.has(header[0]!)) throw notPostgres(where)
      if (header.length < 5) continue
      const length = ((header[1]! << 24) | (header[2]! << 16) | (header[3]! << 8) | header[4]!) >>> 0
      if (length < 4 || length > LONGEST) throw notPostgres(where)
      skip = length - 4
      header.length = 0
    }
  }
}

function notPostgres(where: string): ProbeError {
  return new ProbeError("garbage", `${where} answered something that is not PostgreSQL.`)
}
