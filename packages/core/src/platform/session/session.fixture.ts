import type { TestPlatform } from "@countersign/testing"
import { sessionContract } from "../../contract/platform/session.ts"
import { type InputOf, metaOf, type OutputOf, type Procedure } from "../../contract/procedure.ts"
import type { Platform } from "../../platform.ts"
import { setUpCode } from "./first-run.ts"

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
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const request = new Request(`${new URL(origin).origin}/api/v1/${metaOf(procedure).id.replace(".", "/")}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin, ...(cookie ? { cookie } : {}), ...headers },
        body: JSON.stringify(input),
      })
      const response = await platform.fetch(request, address)
      const setCookies = response.headers.getSetCookie()
      for (const line of setCookies) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return { status: response.status, body: (await response.json()) as never, setCookies }
    },
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
