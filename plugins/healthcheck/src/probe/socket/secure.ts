import type { X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import type { Duplex } from "node:stream"
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls"
import { asProbeError, ProbeError } from "../probe-error.ts"
import { CountedSocket, UNCOUNTED } from "./counted.ts"

export interface SecureOptions {
  /** Whom the certificate must be for: the host as it was configured. */
  host: string
  where: string
  /** Trusted besides the public authorities. */
  ca?: string | undefined
  alpn?: string[]
  clientCertificate?: { certificate: string; key: string } | undefined
  /** Go on whatever the certificate says; the answer tells what is wrong with it. */
  acceptUntrusted?: boolean | undefined
  /** Sees what comes out of the encryption, before anybody else does. */
  inspect?: ((chunk: Buffer) => void) | undefined
}

export interface Secured {
  /** Takes the place of the socket that was given. */
  socket: Duplex
  tls: TLSSocket
  certificate: CertificateFacts
  tlsMs: number
}

export interface CertificateFacts {
  days: number
  validFrom: string
  validTo: string
  subject: string
  issuer: string
  names: string[]
  fingerprint: string
}

/** TLS over a socket that is open already. Counted below; errors above and below are heard. */
export async function secure(socket: Duplex, options: SecureOptions): Promise<Secured> {
  const { host, where, ca, alpn, clientCertificate, acceptUntrusted = false, inspect } = options
  const began = performance.now()
  const tls = connect({
    socket,
    // Empty for an address: its certificate is checked against the address itself.
    ...(isIP(host) ? { host } : { servername: host, host }),
    rejectUnauthorized: !acceptUntrusted,
    ...(ca === undefined ? {} : trustOf(ca, clientCertificate !== undefined)),
    ...(alpn ? { ALPNProtocols: alpn } : {}),
    ...(clientCertificate ? identityOf(clientCertificate) : {}),
  } satisfies ConnectionOptions)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  tls.on("error", reject)
  socket.on("error", reject)
  tls.once("close", () => reject(new ProbeError("closed", `${where} closed the connection before it was secure.`)))
  tls.once("secureConnect", resolve)
  try {
    await promise
  } catch (error) {
    tls.destroy()
    throw asProbeError(error, where)
  }
  const certificate = factsOf(tls.getPeerX509Certificate())
  if (!certificate) {
    tls.destroy()
    throw new ProbeError("tls-failed", `${where} showed no certificate.`)
  }
  return {
    socket: inspect ? new CountedSocket(tls, { allowance: UNCOUNTED, where, inspect }) : tls,
    tls,
    certificate,
    tlsMs: performance.now() - began,
  }
}

/** Reading all public authorities takes as long as the rest of a probe, so it is done once. */
let known: { ca: string; secureContext: SecureContext } | null = null

function trustOf(ca: string, hasIdentity: boolean): Pick<ConnectionOptions, "ca" | "secureContext"> {
  const all = [...rootCertificates, ca]
  // A context holds the identity too, and that one is of this probe alone.
  if (hasIdentity) return { ca: all }
  if (known?.ca !== ca) known = { ca, secureContext: createSecureContext({ ca: all }) }
  return { secureContext: known.secureContext }
}

function identityOf({ certificate, key }: { certificate: string; key: string }) {
  return { cert: certificate, key }
}

const DAY_MS = 24 * 60 * 60 * 1000

function factsOf(certificate: X509Certificate | undefined): CertificateFacts | null {
  if (!certificate) return null
  const { validFromDate, validToDate, subject, issuer, subjectAltName = "", fingerprint256 } = certificate
  return {
    days: Math.floor((validToDate.getTime() - Date.now()) / DAY_MS),
    validFrom: validFromDate.toISOString(),
    validTo: validToDate.toISOString(),
    subject: subject.replaceAll("\n", ", "),
    issuer: issuer.replaceAll("\n", ", "),
    names: subjectAltName.split(", ").flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []),
    fingerprint: fingerprint256,
  }
}
