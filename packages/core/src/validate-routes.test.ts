import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "./access/implement.ts"
import { type Route, type RouteBounds, route } from "./access/points/route.ts"
import { defineContract, procedure } from "./contract/procedure.ts"
import { definePlugin } from "./define-plugin.ts"
import { validatePlugins } from "./validate-plugins.ts"

const read = { effect: "read", input: z.object({}), output: z.object({}) } as const
const contract = defineContract("shop", {
  look: procedure({ ...read, summary: "Look.", access: "anyone" }),
  order: procedure({ ...read, summary: "Order.", access: "signedIn" }),
  knock: procedure({
    ...read,
    summary: "Knock.",
    access: "internal",
    input: z.object({ token: z.string(), times: z.int().optional(), hint: z.string().optional() }),
  }),
})
const look = implement(contract.look, async () => ({}))
const order = implement(contract.order, async () => ({}))
const knock = implement(contract.knock, async () => ({}))

const limit = { requests: 10, perSeconds: 60 }
const answer = { readInput: () => ({}), respond: () => new Response() }
const upload = { maxBytes: 1_000, types: ["image/*"], deadlineMs: 10_000 }
/** What plain JavaScript, or a number that was computed, may bring past the types. */
const bounded = (bounds: Partial<Record<keyof typeof upload, unknown>>, method: "GET" | "POST" = "POST"): Route => ({
  ...route(`${method} /photos`, look, { ...answer, origin: "site", limit }),
  upload: { ...upload, ...bounds } as RouteBounds["upload"],
})
const shop = (...routes: Route[]) => definePlugin({ id: "shop", contract, verbs: { look, order, knock }, routes })

describe("a route does not start", () => {
  it.each<[string, Route, string]>([
    [
      "on the site's origin with a verb for people who are signed in",
      route("GET /orders", order, { ...answer, origin: "site", limit }),
      `Plugin "shop" serves GET /orders on the site's origin by shop.order, which is not for anyone: nobody is signed in there.`,
    ],
    [
      "in a frame of ours on the site's origin",
      route("GET /look", look, { ...answer, origin: "site", limit, framed: true }),
      "to be shown in a frame of our own pages; that needs GET and the app's origin.",
    ],
    [
      "on both origins with such a verb",
      route("GET /orders", order, { ...answer, origin: "both", limit }),
      "shop.order, which is not for anyone",
    ],
    [
      "with an internal verb and no token",
      route("GET /knock", knock, { ...answer, origin: "site", limit }),
      "by shop.knock, which is internal and has no token, so nobody could call it.",
    ],
    [
      "with a token for a verb that has other doors",
      route("GET /look", look, { ...answer, token: "token", limit }),
      'by shop.look with a token: make it "internal", so that this address is its only door.',
    ],
    ...(
      [
        ["POST /*", "site"],
        ["GET /shop/*", "site"],
        ["GET /*", "both"],
      ] as const
    ).map(([address, origin]): [string, Route, string] => [
      `from memory as ${address} on ${origin}`,
      route(address, look, { ...answer, origin, limit, fromMemory: () => null }),
      "from memory, which is for GET /* on the site's origin alone",
    ]),
    ...["key", "times", "hint"].map((token): [string, Route, string] => [
      `with the token "${token}", which is no text that its verb must get`,
      route("GET /knock", knock, { ...answer, token, limit }),
      `with the token "${token}", but the input of shop.knock has no such text that must be there.`,
    ]),
    [
      "on the site's origin without a limit",
      route("GET /look", look, { ...answer, origin: "site" }),
      "to strangers without a limit: say how many requests each network may send in which time.",
    ],
    ["with a token and no limit", route("GET /knock", knock, { ...answer, token: "token" }), "without a limit"],
    [
      "for pages of other origins on the app's",
      route("GET /look", look, { ...answer, cors: true }),
      "to pages of other origins, which only the site's origin does.",
    ],
    [
      "to be kept, by POST",
      route("POST /look", look, { ...answer, cache: { maxAge: 60 } }),
      "to be kept; that needs GET and a whole number of seconds.",
    ],
    ["with a body that has no bound", bounded({ maxBytes: undefined }), "that has no bound: give maxBytes."],
    ["with a body that has an endless bound", bounded({ maxBytes: Number.POSITIVE_INFINITY }), "give maxBytes."],
    ["with a body of any type", bounded({ types: [] }), "with a body of any type: name its types."],
    ["with a body that may take any time", bounded({ deadlineMs: undefined }), "give deadlineMs, at most 55000."],
    ["with a body that may take hours", bounded({ deadlineMs: 3_600_000 }), "give deadlineMs, at most 55000."],
    ["with a body by GET", bounded({}, "GET"), "with a body, which only POST has."],
  ])("%s", (_, one, sentence) => {
    expect(() => validatePlugins([shop(one)])).toThrow(sentence)
  })

  it("at an address that is taken on its origin, whatever its parameters are called", () => {
    const at = (path: `GET /${string}`, origin: "app" | "site" | "both") =>
      route(path, look, { ...answer, origin, limit })
    expect(() => validatePlugins([shop(at("GET /a/:id", "site"), at("GET /a/:name", "both"))])).toThrow(
      `Plugin "shop" registers the route of the site's origin "GET /a/:" twice.`,
    )
    expect(() => validatePlugins([shop(at("GET /a", "app"), at("GET /a", "both"))])).toThrow(
      'Plugin "shop" registers the route "GET /a" twice.',
    )
    expect(() => validatePlugins([shop(at("GET /a", "app"), at("GET /a", "site"))])).not.toThrow()
  })

  it("by a verb of another plugin", () => {
    const strange = implement(contract.look, async () => ({}))
    expect(() => validatePlugins([shop(route("GET /look", strange, answer))])).toThrow(
      "by shop.look; it must be one of its own verbs.",
    )
  })
})

it("a route without a body does not compile when it reads one", () => {
  // @ts-expect-error nothing bounds what it would read
  route("POST /photos", look, { ...answer, readInput: (_request, _params, body) => body })
  expect(
    shop(route("POST /photos", look, { ...answer, upload, readInput: (_, __, { type }) => ({ type }) })),
  ).toBeTruthy()
})
