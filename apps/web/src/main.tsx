import { createRegistry, RegistryContext } from "@countersign/core/web"
import { LinkProvider, ToastProvider } from "@countersign/ui"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { AppLink } from "./AppLink.tsx"
import { plugins } from "./plugins.ts"
import { createQueryClient } from "./query-client.ts"
import { reloadAfterUpgrade } from "./reload-after-upgrade.ts"
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
