export interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
}

/** A browser without pages: keeps the cookie and sends the origin, as our own pages do. */
export interface Session {
  call<T = Record<string, unknown>>(verb: string, input?: object): Promise<Answer<T>>
  /** The raw response, for streams and downloads. */
  get(path: string, init?: RequestInit): Promise<Response>
  cookie(): string
}

export function openSession(url: string, cookie = ""): Session {
  let held = cookie
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      const [name = ""] = pair.split("=")
      const others = held.split("; ").filter((one) => one && !one.startsWith(`${name}=`))
      held = [...others, pair].join("; ")
    }
    return response
  }
  return {
    cookie: () => held,
    async call<T>(verb: string, input: object = {}) {
      const response = await fetch(`${url}/api/v1/${verb.replace(".", "/")}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: new URL(url).origin, cookie: held },
        body: JSON.stringify(input),
      })
      keep(response)
      return { status: response.status, body: (await response.json()) as T }
    },
    get: async (path, init = {}) =>
      keep(await fetch(url + path, { ...init, headers: { ...init.headers, cookie: held } })),
  }
}

export async function signIn(url: string, email: string, password: string): Promise<Session> {
  const session = openSession(url)
  const { status, body } = await session.call("platform.signIn", { email, password })
  if (status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(body)}`)
  return session
}
