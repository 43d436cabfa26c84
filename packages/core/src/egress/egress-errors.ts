import { PlatformError } from "../errors.ts"

/** The one answer for every cause: which of them it was would map our network to whoever chose the URL. */
export class EgressRefusedError extends PlatformError {
  constructor(url: string, cause?: unknown) {
    super(
      "invalid_input",
      `Nothing could be read from ${shown(url)}. It must be an address on the public internet that answers within a few seconds and with a small document.`,
      { cause },
    )
  }
}

/** Not a refusal and not the other side's doing: something is broken here, and the log has it. */
export class EgressFaultError extends PlatformError {
  constructor(url: string, cause: unknown) {
    super(
      "internal",
      `${shown(url)} could not be reached because of a fault here, not because of the address. The log of this server says what failed.`,
      { cause },
    )
  }
}

/** Why the guard turned something away. Never shown to whoever chose the URL. */
export class Turned extends Error {
  override name = "Turned"
}

/** Whether an exception tells of the address or the network; everything else is a mistake of ours. */
export function isFromOutside(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    // Undici's parser gives no code where an answer is no HTTP at all.
    if (cause instanceof Turned || ["TimeoutError", "AbortError", "HTTPParserError"].includes(cause.name)) return true
    const { code } = cause as { code?: unknown }
    if (typeof code === "string") return NETWORK_CODE.test(code) && !OUR_CODE.test(code)
    // Undici throws these without a code: ports that browsers do not open, and answers it takes for broken.
    if (/^(bad port|bad redirect|invalid content-length|proxy authentication required)/i.test(cause.message))
      return true
  }
  return false
}

/** Of the system, undici, its parser, zlib, TLS and OpenSSL's verdicts on certificates. */
const NETWORK_CODE =
  /^(E[A-Z0-9]+|UND_ERR_\w+|HPE_\w+|Z_\w+|ERR_(TLS|SSL|BROTLI|ZSTD|PADDING)\w*|(CERT|CRL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERROR_IN)_\w+|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/
const OUR_CODE = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|UND_ERR_INVALID_ARG|ERR_TLS_INVALID\w*)$/

/** Without what may be secret in it. */
export function shown(url: string): string {
  const parsed = URL.parse(url)
  return parsed?.host ? parsed.host : "this address"
}
