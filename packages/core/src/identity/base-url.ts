import { ONE_TIME_PAGES, type OneTimeLinkKind } from "../contract/platform/session.ts"

interface Asking {
  readonly runtime: { readonly publicUrl: string | null; localUrl?(): string }
  readonly http?: { readonly request: Request }
}

/**
 * The address people use. Without PUBLIC_URL it is the request's own, which the HTTP side only lets through for
 * loopback names: a forged Host header must not decide where a reset link leads. Jobs and workers, which nobody asked,
 * have the one this server listens at.
 */
export function baseUrl({ runtime, http }: Asking): string {
  const address =
    runtime.publicUrl ?? (http ? new URL(http.request.url).origin : (runtime.localUrl?.() ?? "http://localhost:4400"))
  return address.replace(/(?<!\/)\/+$/, "")
}

export function oneTimeUrl(base: string, kind: OneTimeLinkKind, token: string): string {
  return `${base}${ONE_TIME_PAGES[kind]}#token=${token}`
}
