import type { TestPlatform } from "@countersign/testing"
import { sessionContract } from "../../contract/platform/session.ts"
import { type InputOf, metaOf, type OutputOf, type Procedure } from "../../contract/procedure.ts"
import type { Platform } from "../../create-platform.ts"
import { setUpCode } from "./set-up/first-run.ts"

export interface Answer<Body> {
  status: number
  /** The output, or the error's body. */
  body: Body & {
    code?: string
    message?: string
    issues?: { path: string; message: string }[]
    retryAfterSeconds?: number
  }
  setCookies: string[]
}

/** A browser without pages: keeps cookies, sends its origin, and talks to one pod. */
export interface Browser {
  call<P extends Procedure>(procedure: P, input: InputOf<P>): Promise<Answer<OutputOf<P>>>
  /** Opens an address, as a link or a redirect would. */
  get(address: string): Promise<{ status: number; location: string | null; setCookies: string[] }>
  /** The same cookies at another pod. */
  at(platform: Platform): Browser
  cookies: Map<string, string>
}

export function openBrowser(
  platform: Platform,
  options: { origin?: string; address?: string; cookies?: Map<string, string>; headers?: Record<string, string> } = {},
): Browser {
  const {
    origin = "http://localhost",
    address = "127.0.0.1",
    cookies = new Map<string, string>(),
    headers = {},
  } = options
  return {
    cookies,
    at: (other) => openBrowser(other, { ...options, cookies }),
    async call(procedure, input) {
      const path = `/api/v1/${metaOf(procedure).id.replace(".", "/")}`
      const response = await send(new URL(path, origin).href, {
        method: "POST",
        headers: { "content-type": "application/json", origin, ...headers },
        body: JSON.stringify(input),
      })
      return { status: response.status, body: (await response.json()) as never, setCookies: keepCookies(response) }
    },
    async get(address) {
      const response = await send(new URL(address, origin).href, { headers })
      return { status: response.status, location: response.headers.get("location"), setCookies: keepCookies(response) }
    },
  }

  function send(url: string, init: { method?: string; headers: Record<string, string>; body?: string }) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return platform.fetch(
      new Request(url, { ...init, headers: { ...(cookie ? { cookie } : {}), ...init.headers } }),
      address,
    )
  }

  function keepCookies(response: Response): string[] {
    const lines = response.headers.getSetCookie()
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return lines
  }
}

export const ADMINISTRATOR = { name: "Ana", email: "ana@example.test", password: "seven wet otters" }

/** The first administrator, set up as the printed link does it, in a browser that is signed in. */
export async function setUpAna(testing: TestPlatform): Promise<Browser> {
  const browser = openBrowser(testing.platform)
  const code = await setUpCode(testing.platform)
  const { status, body } = await browser.call(sessionContract.setUp, { code: code ?? "", ...ADMINISTRATOR })
  if (status !== 200) throw new Error(`Setting up failed: ${JSON.stringify(body)}`)
  return browser
}
