import { route } from "@countersign/core/server"
import { tally } from "./tally.ts"

/** What visitors of the public site see: how many, never from whom or what they say. */
export const publicPage = route("GET /hello", tally, {
  origin: "site",
  limit: { requests: 60, perSeconds: 60 },
  cache: { maxAge: 10, staleWhileRevalidate: 60, etag: true },
  readInput: () => ({}),
  respond: ({ greetings, latest }) =>
    new Response(page(greetings, latest), { headers: { "content-type": "text/html; charset=utf-8" } }),
})

function page(greetings: number, latest: string | null): string {
  const said = greetings === 1 ? "1 greeting was left here" : `${greetings} greetings were left here`
  const when = latest ? `, the last one on <time datetime="${latest}">${latest.slice(0, 10)}</time>` : ""
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Greetings</title><main><h1>Greetings</h1><p>${said}${when}.</p></main></html>\n`
}
