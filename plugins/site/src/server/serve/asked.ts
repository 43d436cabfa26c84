import { VISIT_LIMITS } from "../../contract/publish.ts"
import type { Asked } from "./answer.ts"

/** What the headers of a visit ask for; `header` answers null where there is none of that name. */
export function askedBy(
  header: (name: "accept-encoding" | "if-none-match" | "range" | "if-range") => string | null,
): Asked {
  return {
    encoding: encodingIn(header("accept-encoding")),
    ifNoneMatch: header("if-none-match"),
    range: header("range"),
    ifRange: header("if-range"),
  }
}

/** As the verb's input says: what is longer is refused there. */
export function isWithinLimits(path: string, { ifNoneMatch, range, ifRange }: Asked): boolean {
  return (
    path.length <= VISIT_LIMITS.path &&
    (ifNoneMatch?.length ?? 0) <= VISIT_LIMITS.ifNoneMatch &&
    (range?.length ?? 0) <= VISIT_LIMITS.range &&
    (ifRange?.length ?? 0) <= VISIT_LIMITS.ifRange
  )
}

function encodingIn(header: string | null): Asked["encoding"] {
  if (header === null) return null
  return TAKES_BROTLI.test(header) ? "br" : TAKES_GZIP.test(header) ? "gzip" : null
}

const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i
