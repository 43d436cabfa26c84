const bodies = new WeakMap<Request, unknown>()

/** What a request's body says, for the answer to it: parsed where it can be, since escapes are written in many ways. */
export function noteBody(request: Request, body: unknown): void {
  bodies.set(request, body)
}

/** Once it is answered: a stream keeps its request as long as it is open, and must not keep pictures with it. */
export function forgetBody(request: Request): void {
  bodies.delete(request)
}

/** All that a caller chose in a request, as it was read: address, question, headers and body. */
export function sentWith(request: Request): unknown {
  const { pathname, searchParams } = new URL(request.url)
  return [decoded(pathname), [...searchParams].flat(), [...request.headers].flat(), bodies.get(request)]
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
