/** Stable: shown beside the sentence, counted in charts, matched by scripts. */
export type FailureCode =
  | "configuration"
  | "not-allowed"
  | "secret-elsewhere"
  | "name-not-found"
  | "name-failed"
  | "refused"
  | "unreachable"
  | "reset"
  | "closed"
  | "timeout"
  | "too-much"
  | "garbage"
  | "redirects"
  | "tls-expired"
  | "tls-not-yet-valid"
  | "tls-wrong-host"
  | "tls-self-signed"
  | "tls-untrusted"
  | "tls-failed"
  | "upgrade-refused"
  | "login-refused"
  | "query-failed"
  | "host-key-changed"
  | "ping-unavailable"
  | "no-reply"
  | "late"
  | "script-failed"
  | "no-runner"
  | "busy"
  | "failed"

/** Why a probe could not complete, in a sentence for whoever runs the service. */
export class ProbeError extends Error {
  override name = "ProbeError"
  readonly #code: FailureCode
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.#code = code
  }
  get code(): FailureCode {
    return this.#code
  }
  // Clients write a code of their own over that of every error that passes through them.
  set code(_: string) {}
}

/** What a socket, TLS or a client library threw, as a ProbeError. `where` is host and port as they were configured. */
export function asProbeError(error: unknown, where: string): ProbeError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof ProbeError) return cause
    const { code } = cause as { code?: unknown }
    const known = CODES[typeof code === "string" && code in CODES ? code : verdictIn(cause.message)]
    if (known) return new ProbeError(known[0], known[1].replace("%", where), { cause })
    if (code === "NOT_ALLOWED") return new ProbeError("not-allowed", cause.message, { cause })
    if (typeof code === "string" && /^(ERR_SSL_|ERR_TLS_|EPROTO)/.test(code))
      return new ProbeError("tls-failed", `${where} and this server could not agree on a secure connection.`, { cause })
    if (typeof code === "string" && /^HPE_/.test(code))
      return new ProbeError("garbage", `${where} answered something that is not HTTP.`, { cause })
    if (typeof code === "string" && /^(ERR_HTTP2_|NGHTTP2_)/.test(code))
      return new ProbeError("garbage", `${where} answered something that is not HTTP/2.`, { cause })
    if (typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code))
      return new ProbeError("garbage", `The answer of ${where} is compressed in a way that cannot be read.`, { cause })
  }
  const text = error instanceof Error ? error.message : String(error)
  return new ProbeError("failed", `${where} could not be checked: ${oneLine(text)}`, { cause: error })
}

/** Clients write their own code over OpenSSL's verdict on a certificate; its words stay. */
function verdictIn(message: string): string {
  return VERDICTS.find(([words]) => words.test(message))?.[1] ?? ""
}

const VERDICTS: readonly (readonly [RegExp, string])[] = [
  [/^self-signed certificate/, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [/^certificate has expired/, "CERT_HAS_EXPIRED"],
  [/^certificate is not yet valid/, "CERT_NOT_YET_VALID"],
  [/^Hostname\/IP does not match certificate's altnames/, "ERR_TLS_CERT_ALTNAME_INVALID"],
  [/^unable to (verify the first certificate|get (local )?issuer certificate)/, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
]

/** What a server says ends up in sentences: one line, and not a long one. */
export function oneLine(text: string, longest = 200): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
  const isCut = line.length > longest || text.length > longest * 2
  return isCut ? `${wholeCharacters(line.slice(0, longest - 1))}…` : line
}

/** Without the half that a cut through a character leaves: Postgres refuses it, and everything that is stored with it. */
function wholeCharacters(cut: string): string {
  return cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed()
}

const EXPIRED = "The certificate of % has expired. Renew it."
const SELF_SIGNED = "The certificate of % is self-signed, so nobody vouches for it. Use one of a known authority."
const UNTRUSTED = "The certificate of % comes from an authority that is not known here, or its chain is incomplete."
const NO_NAME = "There is no host called like that: %. Check the spelling, or the DNS of its domain."
const CLOSED = "% closed the connection before it had answered."
const UNREACHABLE = "There is no way to % from here."

const CODES: Readonly<Record<string, readonly [FailureCode, string]>> = {
  ENOTFOUND: ["name-not-found", NO_NAME],
  ENODATA: ["name-not-found", NO_NAME],
  EAI_AGAIN: ["name-failed", "The name of % could not be looked up: the resolver did not answer. Try again."],
  ECONNREFUSED: ["refused", "% refused the connection: nothing listens there, or a firewall turns it away."],
  ECONNRESET: ["reset", "% broke the connection off."],
  EPIPE: ["reset", "% broke the connection off."],
  ECONNABORTED: ["reset", "% broke the connection off."],
  EHOSTUNREACH: ["unreachable", UNREACHABLE],
  ENETUNREACH: ["unreachable", UNREACHABLE],
  EADDRNOTAVAIL: ["unreachable", UNREACHABLE],
  EACCES: ["unreachable", UNREACHABLE],
  ETIMEDOUT: ["timeout", "% did not answer in time."],
  ERR_STREAM_PREMATURE_CLOSE: ["closed", CLOSED],
  ERR_STREAM_DESTROYED: ["closed", CLOSED],
  ERR_STREAM_WRITE_AFTER_END: ["closed", CLOSED],
  CERT_HAS_EXPIRED: ["tls-expired", EXPIRED],
  CERT_NOT_YET_VALID: ["tls-not-yet-valid", "The certificate of % is not valid yet. Check its dates, and this clock."],
  ERR_TLS_CERT_ALTNAME_INVALID: ["tls-wrong-host", "The certificate of % is for another host. Use one that names it."],
  HOSTNAME_MISMATCH: ["tls-wrong-host", "The certificate of % is for another host. Use one that names it."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["tls-self-signed", SELF_SIGNED],
  SELF_SIGNED_CERT_IN_CHAIN: ["tls-self-signed", SELF_SIGNED],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["tls-untrusted", UNTRUSTED],
  UNABLE_TO_GET_ISSUER_CERT: ["tls-untrusted", UNTRUSTED],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["tls-untrusted", UNTRUSTED],
  CERT_UNTRUSTED: ["tls-untrusted", UNTRUSTED],
  CERT_REVOKED: ["tls-untrusted", "The certificate of % was revoked. Renew it."],
}
