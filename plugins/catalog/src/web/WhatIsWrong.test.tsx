import type { IssueList } from "@countersign/core/contract"
import { callOptions, createRegistry, defineWebPlugin, type NoContract, RegistryContext } from "@countersign/core/web"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { catalogContract } from "../contract.ts"
import WhatIsWrong from "./WhatIsWrong.tsx"

const SYSTEMS = { id: "catalog", name: "Systems" }
const INCIDENTS = { id: "incident", name: "Open incidents" }
const CHECKS = { id: "healthcheck", name: "Failing checks" }

const things = { "catalog.system": (id: string) => `/catalog/systems/${id}` }
const registry = createRegistry([defineWebPlugin<NoContract>({ id: "catalog", pages: [], things })])

function drawn(found: Partial<IssueList>): string {
  const client = new QueryClient()
  const answer: IssueList = { items: [], more: false, checked: [], hidden: [], failed: [], ...found }
  client.setQueryData(callOptions(catalogContract.issues, { limit: 12 }).queryKey, answer)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RegistryContext value={registry}>
        <WhatIsWrong />
      </RegistryContext>
    </QueryClientProvider>,
  )
}

describe("WhatIsWrong", () => {
  it("shows each with its mark, name, sentence and page, in the order it was told", () => {
    const since = "2026-05-01T09:00:00.000Z"
    const html = drawn({
      checked: [SYSTEMS, CHECKS],
      items: [
        {
          source: "catalog",
          thing: { type: "catalog.system", id: "1", name: "Bank" },
          tone: "unhealthy",
          since,
          sentence: "It is unhealthy.",
        },
        {
          source: "healthcheck",
          thing: { type: "healthcheck.check", id: "2", name: "Ping" },
          tone: "degraded",
          since,
          sentence: "It fails.",
          href: "/checks/2",
          acknowledgedBy: { id: "3", name: "Ana" },
        },
      ],
    })

    expect(html).toMatch(/Unhealthy.*href="\/catalog\/systems\/1".*Bank.*It is unhealthy\./)
    expect(html).toMatch(/Bank.*Degraded.*href="\/checks\/2".*Ping.*It fails\. Ana has seen it\./)
    expect(html).toContain("Looked at: Systems, Failing checks.")
  })

  it("says that nothing is wrong only where everything was read", () => {
    expect(drawn({ checked: [SYSTEMS] })).toContain("Nothing needs attention")
    const partly = drawn({ checked: [SYSTEMS], failed: [CHECKS] })
    expect(partly).not.toContain("Nothing needs attention")
    expect(partly).toContain("Failing checks could not be read.")
  })

  it("tells what is not open to the reader, and asks for a role where nothing is", () => {
    expect(drawn({ checked: [SYSTEMS], hidden: [INCIDENTS] })).toContain("Not open to you: Open incidents.")
    expect(drawn({ hidden: [SYSTEMS, INCIDENTS] })).toContain("Nothing is open to you yet")
  })

  it("says when there is more than it shows", () => {
    expect(drawn({ checked: [SYSTEMS], more: true })).toContain("There is more than is shown here.")
  })
})
