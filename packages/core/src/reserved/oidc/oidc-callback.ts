import { route } from "../../access/points/route.ts"
import { OIDC_CALLBACK_PATH } from "../../contract/platform/oidc.ts"
import { finishOidcSignIn } from "./finish-oidc-sign-in.ts"
import { problemPage } from "./oidc-refusal.ts"

/** Where providers send browsers back to. People land on a page in any case, never on an answer of the API. */
export const oidcRoutes = [
  route(`GET ${OIDC_CALLBACK_PATH}`, finishOidcSignIn, {
    readInput(request) {
      const { searchParams } = new URL(request.url)
      const names = ["state", "code", "error", "iss"] as const
      return Object.fromEntries(
        names.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name)]] : [])),
      )
    },
    respond: ({ next }) => seeOther(next),
    respondError: (error) => seeOther(problemPage(error)),
  }),
]

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } })
}
