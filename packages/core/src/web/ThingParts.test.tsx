import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { defineAccess } from "../contract/access.ts"
import type { Me } from "../contract/platform/session.ts"
import { MeContext } from "./me.ts"
import { createRegistry, RegistryContext } from "./registry.ts"
import { ThingParts, ThingTab, useRowParts, useThingTabs } from "./ThingParts.tsx"
import { defineRowCells } from "./thing-part.ts"
import { defineWebPlugin, type NoContract } from "./web-plugin.ts"

const checkAccess = defineAccess("check.check", { read: "See checks" })
const load = async () => ({ default: () => "drawn" })
const common = { order: 1, access: [checkAccess.read] }

const registry = createRegistry([
  defineWebPlugin<NoContract>({ id: "shop", pages: [], things: { "shop.item": (id) => `/items/${id}` } }),
  defineWebPlugin<NoContract>({
    id: "check",
    pages: [],
    on: {
      "shop.item": [
        { ...common, id: "check.latest", place: "overview", title: "Latest checks", load },
        { ...common, id: "check.all", place: "tab", title: "Checks", load },
        {
          ...common,
          id: "check.failing",
          place: "row",
          title: "Failing",
          resources: ["check.check"],
          load: async () => ({ default: defineRowCells({ load: async () => new Map(), cell: () => null }) }),
        },
      ],
    },
  }),
])

function drawnFor(rules: string[], page: ReactNode): string {
  const me = { rules, grants: {}, administrator: false } as Pick<Me, "rules" | "grants" | "administrator"> as Me
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RegistryContext value={registry}>
        <MeContext value={me}>{page}</MeContext>
      </RegistryContext>
    </QueryClientProvider>,
  )
}

function Page() {
  const tabs = useThingTabs("shop.item")
  const columns = useRowParts("shop.item", [{ id: "1" }])
  return (
    <>
      <ThingParts of="shop.item" id="1" place="overview" />
      <ThingTab of="shop.item" id="1" tab="check.all" />
      {[...tabs.map(({ label }) => `tab ${label}`), ...columns.map(({ header }) => `column ${header}`)].join(", ")}
    </>
  )
}

describe("parts on another plugin's page", () => {
  it("stand there for those who may see them", () => {
    const html = drawnFor(["check.check.read"], <Page />)

    expect(html).toContain("Latest checks")
    expect(html).toContain("Loading Checks")
    expect(html).toContain("tab Checks, column Failing")
  })

  it("are not there at all for others", () => {
    expect(drawnFor([], <Page />)).toBe("")
  })
})
