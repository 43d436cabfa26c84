/** A plugin with one address for each thing that a visitor of the public site can do wrong. */
import { createHash } from "node:crypto"
import { once } from "node:events"
// A wait by time: an answer that is still being given when the server is told to stop.
import { setTimeout as delay } from "node:timers/promises"
import { defineContract, procedure } from "@countersign/core/contract"
import { definePlugin, implement, NotFoundError, type Plugin, route, streamed } from "@countersign/core/server"
import { helloPlugin } from "@countersign/hello/server"
import { z } from "zod"

export const MOST_BYTES = 600_000
export const KNOWN_TOKEN = "a-token-that-is-known"

const read = { effect: "read", input: z.object({}) } as const
const contract = defineContract("visited", {
  look: procedure({ ...read, summary: "Who asks.", access: "anyone", output: z.object({ kind: z.string() }) }),
  fail: procedure({ ...read, summary: "Fail.", access: "anyone", output: z.object({}) }),
  keep: procedure({
    ...read,
    summary: "Measure a file.",
    access: "anyone",
    output: z.object({ size: z.int(), digest: z.string() }),
  }),
  push: procedure({
    ...read,
    summary: "Take a sign of life.",
    access: "internal",
    input: z.object({ token: z.string().max(80) }),
    output: z.object({ by: z.string() }),
  }),
})

const look = implement(contract.look, async ({ principal }) => ({ kind: principal.kind }))
const fail = implement(contract.fail, async () => {
  throw new Error("the table visited.secret_plans has no such row")
})
const keep = implement(contract.keep, async ({ http }) => {
  const hash = createHash("sha256")
  for await (const piece of http!.upload!.bytes()) hash.update(piece)
  return { size: http!.upload!.size, digest: hash.digest("hex") }
})
const push = implement(contract.push, async ({ principal }, { token }) => {
  if (token !== KNOWN_TOKEN) throw new NotFoundError("No heartbeat of visited.push has this token.")
  return { by: principal.id }
})

const open = { origin: "site", limit: { requests: 1_000, perSeconds: 1 }, readInput: () => ({}) } as const
const streams = { open: 0, pieces: 0 }

async function* untilGone(gone: AbortSignal): AsyncGenerator<string> {
  streams.open++
  try {
    while (!gone.aborted) {
      streams.pieces++
      yield "x".repeat(64 * 1024)
    }
  } finally {
    streams.open--
  }
}

/** Waits as for news that do not come. */
async function* silent(gone: AbortSignal): AsyncGenerator<string> {
  streams.open++
  yield "begins"
  await once(gone, "abort").finally(() => streams.open--)
}

/**
 * The product with two plugins more: the one that shows how a public site is served, and one whose addresses are there to be
 * abused.
 */
export function visitedPlugins(plugins: readonly Plugin[]): Plugin[] {
  return [...plugins, helloPlugin, visitedPlugin]
}

const visitedPlugin = definePlugin({
  id: "visited",
  contract,
  verbs: { look, fail, keep, push },
  routes: [
    route("GET /visited/who", look, {
      ...open,
      readInput: (request) => (request.headers.has("cookie") ? { seen: "a cookie" } : {}),
      respond: ({ kind }) => Response.json({ kind }, { headers: { "set-cookie": "tracked=yes" } }),
    }),
    route("GET /visited/badge/:name", look, { ...open, cors: true, respond: () => new Response("<svg/>") }),
    route("GET /visited/broken", fail, { ...open, respond: () => new Response() }),
    route("GET /visited/few", look, {
      ...open,
      limit: { requests: 3, perSeconds: 600 },
      respond: () => new Response("one of few"),
    }),
    route("POST /visited/file", keep, {
      ...open,
      upload: { maxBytes: MOST_BYTES, types: ["application/octet-stream", "image/*"], deadlineMs: 1_000 },
      respond: (output) => Response.json(output),
    }),
    route("POST /visited/patient", keep, {
      ...open,
      upload: { maxBytes: MOST_BYTES, types: ["application/octet-stream"], deadlineMs: 50_000 },
      respond: (output) => Response.json(output),
    }),
    ...(["GET", "POST"] as const).map((method) =>
      route(`${method} /api/knock/:token`, push, {
        origin: "both",
        token: "token",
        limit: { requests: 1_000, perSeconds: 1 },
        readInput: (_, { token }) => ({ token }),
        respond: (output) => Response.json(output),
      }),
    ),
    route("GET /visited/flood", look, {
      ...open,
      respond: (_, __, gone) => streamed(untilGone(gone), { "content-type": "text/plain" }),
    }),
    route("GET /visited/silence", look, {
      ...open,
      streamSeconds: 1,
      respond: (_, __, gone) => streamed(silent(gone), { "content-type": "text/plain" }),
    }),
    route("GET /visited/quiet", look, {
      ...open,
      respond: (_, __, gone) => streamed(silent(gone), { "content-type": "text/plain" }),
    }),
    route("GET /visited/breaks", look, {
      ...open,
      respond: () =>
        streamed(
          (async function* () {
            yield "half of it"
            throw new Error("the table visited.secret_plans is gone")
          })(),
          { "content-type": "text/plain" },
        ),
    }),
    route("GET /visited/slow", look, {
      ...open,
      respond: () =>
        streamed(
          (async function* () {
            for (let piece = 1; piece <= 10; piece++) {
              yield `${piece} `
              await delay(50)
            }
          })(),
          { "content-type": "text/plain" },
        ),
    }),
    route("GET /visited/streams", look, { ...open, respond: () => Response.json(streams) }),
  ],
})
