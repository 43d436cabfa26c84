import type { ProposalView } from "@countersign/core/contract"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import CheckCard from "./CheckCard.tsx"

const SOURCE = `${Array.from({ length: 200 }, (_, line) => `const line${line} = ${line} // <${line}>`).join("\n")}\nexport default () => true\n`
const COLLECTORS = [
  {
    id: "response",
    assertions: [{ field: "json", path: "$.state", operator: "equals", value: "up", severity: "degraded" }],
  },
  { id: "certificate", assertions: [] },
]

const entries = (value: object) =>
  Array.isArray(value)
    ? value.map((one) => stringify(one))
    : Object.entries(value).map(([key, one]) => stringify({ [key]: one }))

function shown(config: object, before: object | null = null): string {
  const proposal = {
    status: "proposed",
    things: [],
    consequences: [],
    diff: [
      { path: "name", label: "Name", before: before && "Shop", after: "Shop answers" },
      { path: "config", label: "Configuration", before: before && entries(before), after: entries(config), yaml: true },
      { path: "collectors", label: "What must hold", before: before && [], after: entries(COLLECTORS), yaml: true },
    ],
  } as unknown as ProposalView
  const html = renderToStaticMarkup(
    <CheckCard
      proposal={proposal}
      listOf={(value) => (Array.isArray(value) ? value.map((one) => parse(one)) : [])}
      recordOf={(value) => Object.assign({}, ...(Array.isArray(value) ? value.map((one) => parse(one)) : []))}
      nameOf={() => undefined}
    />,
  )
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/\s+/g, " ")
}

describe("the card of a check", () => {
  it("shows every line of a script, and its values beside it", () => {
    const text = shown({ source: SOURCE, config: { limit: "3" }, secrets: {} })

    for (const line of SOURCE.split("\n").filter(Boolean)) expect(text).toContain(line)
    expect(text).toContain("config.limit 3")
  })

  it("says what must hold in words, and in those of the payload", () => {
    const text = shown({ url: "https://shop.example/", headers: [{ name: "accept", value: "text/plain" }] })

    expect(text).toContain(
      "json at $.state is “up”, or it is degraded id: response, field: json, path: $.state, operator: equals, value: up, severity: degraded",
    )
    expect(text).toContain("measured, nothing must hold id: certificate")
    expect(text).toContain("headers.0.name accept")
  })

  it("shows a script that changes as it is and as it will be", () => {
    const text = shown({ source: "export default () => false" }, { source: "export default () => true" })

    expect(text).toContain("() => true")
    expect(text).toContain("() => false")
  })
})
