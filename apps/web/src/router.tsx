import type { AccessRule } from "@countersign/core/contract"
import type { Registry, WebPage } from "@countersign/core/web"
import type { QueryClient } from "@tanstack/react-query"
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router"
import { AppShell } from "./frame/AppShell.tsx"
import { PageError, PageNotFound, PagePending } from "./frame/page-states.tsx"
import { parseSearch, stringifySearch } from "./search-params.ts"
import { readMe, signInAddress } from "./session.ts"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    access?: readonly AccessRule[]
  }
}

interface RouterContext {
  client: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** Pages for people who are not signed in. */
const publicRoutes = (
  [
    ["/sign-in", () => import("./sign-in/SignInPage.tsx")],
    ["/set-up", () => import("./sign-in/SetUpPage.tsx")],
    ["/forgot-password", () => import("./sign-in/ForgotPasswordPage.tsx")],
    ["/reset-password", () => import("./sign-in/ResetPasswordPage.tsx")],
    ["/confirm-email", () => import("./sign-in/ConfirmEmailPage.tsx")],
    ["/invitation", () => import("./sign-in/InvitationPage.tsx")],
  ] as const
).map(([path, load]) => createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load) }))

/** Everything behind sign-in shares one frame. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "app",
  component: AppShell,
  beforeLoad: demandPerson,
})

/** Behind sign-in too, but one question alone on its page. */
const connectAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connect-app",
  component: lazyRouteComponent(() => import("./oauth/ConnectAppPage.tsx")),
  beforeLoad: demandPerson,
})

async function demandPerson(asked: {
  context: RouterContext
  location: { pathname: string; searchStr: string }
  preload: boolean
}): Promise<void> {
  const me = await readMe(asked.context.client)
  if (me.kind === "user" || asked.preload) return
  if (me.setUpNeeded) throw redirect({ href: "/set-up" })
  const { pathname, searchStr } = asked.location
  throw redirect({ href: signInAddress({ pathname, search: searchStr }), replace: true })
}

function pageRoute(page: WebPage, _: number, all: readonly WebPage[]): AnyRoute {
  // Beside `/help/$` the router takes plain `/help` for a page of it, unless it ends with a slash.
  const hasRest = all.some(({ path }) => path === `${page.path}/$`)
  return createRoute({
    getParentRoute: () => appRoute,
    path: hasRest ? `${page.path}/` : page.path,
    component: lazyRouteComponent(page.load),
    // GuardedOutlet reads it.
    staticData: { access: page.access },
    loader({ context, params, location, preload }) {
      // Its component is loaded by the router anyway; what it will show is begun with beside that.
      if (preload)
        page.load().then(
          ({ prefetch }) => prefetch?.(context.client, { params, search: location.search }),
          // Told where somebody goes there.
          () => {},
        )
    },
  })
}

export function createAppRouter(client: QueryClient, { pages }: Registry) {
  return createRouter({
    routeTree: rootRoute.addChildren([...publicRoutes, connectAppRoute, appRoute.addChildren(pages.map(pageRoute))]),
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    // The pages' data lives in the query cache; the router keeps no second copy.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  })
}
