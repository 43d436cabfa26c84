import { z } from "zod"
import type { Origin, Route } from "./access/points/route.ts"
import { inputSchemaOf, metaOf } from "./contract/procedure.ts"
import { bareOf } from "./contract/refers-to.ts"
import type { Plugin } from "./define-plugin.ts"
import { DeveloperError } from "./errors.ts"

/** The server gives up a request that has not come whole within a minute; before that the route says so in a sentence. */
const LONGEST_UPLOAD_MS = 55_000

/** What a route promises of itself. Strangers come to some of them, so what is missing there does not start. */
export function validateRoutes({ id, routes, verbs }: Pick<Plugin, "id" | "routes" | "verbs">): void {
  for (const route of routes) {
    const refuse = (why: string) => {
      throw new DeveloperError(`Plugin "${id}" serves ${route.method} ${route.path} ${why}`)
    }
    const { id: verb, access } = metaOf(route.verb.procedure)
    if (!Object.values<unknown>(verbs).includes(route.verb)) refuse(`by ${verb}; it must be one of its own verbs.`)
    if (route.token !== undefined) {
      if (access !== "internal")
        refuse(`by ${verb} with a token: make it "internal", so that this address is its only door.`)
      if (!takesText(route, route.token))
        refuse(`with the token "${route.token}", but the input of ${verb} has no such text that must be there.`)
    } else if (access === "internal") refuse(`by ${verb}, which is internal and has no token, so nobody could call it.`)
    else if (route.origins.includes("site") && access !== "anyone")
      refuse(
        `on the site's origin by ${verb}, which is not for anyone: nobody is signed in there. Take a verb with access "anyone", or an "internal" one that knows its caller by a token.`,
      )
    if ((route.origins.includes("site") || route.token !== undefined) && !isLimit(route.limit))
      refuse("to strangers without a limit: say how many requests each network may send in which time.")
    if (route.cors && !route.origins.includes("site"))
      refuse("to pages of other origins, which only the site's origin does.")
    if (route.framed && (route.method !== "GET" || route.origins.includes("site")))
      refuse("to be shown in a frame of our own pages; that needs GET and the app's origin.")
    if (route.cache && (route.method !== "GET" || !isWhole(route.cache.maxAge)))
      refuse("to be kept; that needs GET and a whole number of seconds.")
    if (
      route.fromMemory &&
      (route.method !== "GET" || route.path !== "/*" || route.origins.join() !== "site" || route.cors)
    )
      refuse("from memory, which is for GET /* on the site's origin alone, and without cors.")
    validateUpload(route, refuse)
  }
}

/** Method and path, parameters without their names: two that differ only in those are one address. */
export function addressesOf({ routes }: Pick<Plugin, "routes">, origin: Origin): string[] {
  return routes
    .filter(({ origins }) => origins.includes(origin))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`)
}

function validateUpload({ method, upload }: Route, refuse: (why: string) => void): void {
  if (!upload) return
  if (method !== "POST") refuse("with a body, which only POST has.")
  if (!isWhole(upload.maxBytes) || upload.maxBytes === 0) refuse("with a body that has no bound: give maxBytes.")
  if (!Array.isArray(upload.types) || upload.types.length === 0) refuse("with a body of any type: name its types.")
  if (!isWhole(upload.deadlineMs) || upload.deadlineMs === 0 || upload.deadlineMs > LONGEST_UPLOAD_MS)
    refuse(`with a body that may take any time: give deadlineMs, at most ${LONGEST_UPLOAD_MS}.`)
}

function takesText({ verb }: Route, field: string): boolean {
  const input = bareOf(inputSchemaOf(verb.procedure))
  const schema = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>)[field] : undefined
  return schema !== undefined && bareOf(schema) instanceof z.ZodString && !schema.safeParse(undefined).success
}

function isLimit(limit: Route["limit"]): boolean {
  return limit !== undefined && limit.requests >= 1 && limit.perSeconds > 0
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
