import { createRegistry, RegistryContext } from "@countersign/core/web"
import { LinkProvider, ToastProvider } from "@countersign/ui"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { AppLink } from "./AppLink.tsx"
import { plugins } from "./plugins.ts"
import { createQueryClient } from "./query-client.ts"
import { createAppRouter } from "./router.tsx"
import { followOtherTabs } from "./session.ts"
import "./styles.css"

const client = createQueryClient()
const registry = createRegistry(plugins)
const router = createAppRouter(client, registry)
followOtherTabs(client)
reloadAfterUpgrade()

const root = document.getElementById("root")
if (!root) throw new Error("index.html has no element with the id root.")
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LinkProvider renderLink={(props) => <AppLink {...props} />}>
        <ToastProvider>
          <RegistryContext value={registry}>
            <RouterProvider router={router} />
          </RegistryContext>
        </ToastProvider>
      </LinkProvider>
    </QueryClientProvider>
  </StrictMode>,
)

/** A tab of the previous version asks for chunks that are gone: load the page anew, once. */
function reloadAfterUpgrade(): void {
  addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem("reloaded-at") ?? 0)
    if (Date.now() - last < 10_000) return
    event.preventDefault()
    sessionStorage.setItem("reloaded-at", String(Date.now()))
    location.reload()
  })
}
