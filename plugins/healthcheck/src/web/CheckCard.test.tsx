import type { ProposalView } from "@countersign/core/contract"
import { callOptions } from "@countersign/core/web"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { healthcheckContract } from "../contract.ts"
import CheckCard from "./CheckCard.tsx"

const SOURCE = `${Array.from({ length: 200 }, (_, line) => `const line${line} = ${line} // <${line}>`).join("\n")}\nexport default () => true\n`
const COLLECTORS = [
  {
    id: "response",
    assertions: [
      { field: "json", path: "$.state", operator: "equals", value: "up", severity: "degraded" },
      { field: "headers.content-type", operator: "contains", value: "json", severity: "unhealthy" },
    ],
  },
  { id: "timing", assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }] },
  { id: "certificate", assertions: [] },
]

const field = (name: string, title: string) => ({ name, title, description: "", type: "json" as const, operators: [] })
const HTTP = {
  id: "http",
  title: "HTTP",
  description: "",
  configSchema: {
    properties: {
      url: { type: "string", title: "Address" },
      method: { enum: ["GET", "HEAD"], title: "Method" },
      follow: { type: "boolean", title: "Follow redirects" },
      headers: {
        type: "array",
        title: "Headers",
        items: { type: "object", properties: { name: { title: "Name" }, value: { title: "Value" } } },
      },
      authentication: {
        title: "Sign in",
        oneOf: [
          { properties: { type: { const: "none" } } },
          { properties: { type: { const: "bearer" }, token: { type: "string", title: "Token" } } },
        ],
      },
    },
  },
  collectors: [
    {
      id: "response",
      title: "Response",
      description: "",
      fields: [field("json", "JSON"), field("headers", "Headers")],
    },
    { id: "timing", title: "Duration", description: "", fields: [field("totalMs", "Duration")] },
    { id: "certificate", title: "Certificate", description: "", fields: [] },
  ],
}

const entries = (value: object) =>
  Array.isArray(value)
    ? value.map((one) => stringify(one))
    : Object.entries(value).map(([key, one]) => stringify({ [key]: one }))

/** `known`: whether the ways to check have been read by now. */
function shown(config: object, before: object | null = null, known = true): string {
  const client = new QueryClient()
  if (known)
    client.setQueryData(callOptions(healthcheckContract.strategies, {}).queryKey, { strategies: [HTTP] } as never)
  const proposal = {
    status: "proposed",
    things: [],
    consequences: [],
    diff: [
      { path: "name", label: "Name", before: before && "Shop", after: "Shop answers" },
      { path: "strategyId", label: "Type", before: before && "http", after: "http" },
      { path: "config", label: "Configuration", before: before && entries(before), after: entries(config), yaml: true },
      { path: "collectors", label: "What must hold", before: before && [], after: entries(COLLECTORS), yaml: true },
    ],
  } as unknown as ProposalView
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CheckCard
        proposal={proposal}
        listOf={(value) => (Array.isArray(value) ? value.map((one) => parse(one)) : [])}
        recordOf={(value) => Object.assign({}, ...(Array.isArray(value) ? value.map((one) => parse(one)) : []))}
        nameOf={() => undefined}
      />
    </QueryClientProvider>,
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
    expect(text).toContain("config, limit 3")
  })

  it("says everything in the words of the form", () => {
    const text = shown({
      url: "https://shop.example/",
      method: "HEAD",
      follow: false,
      headers: [{ name: "accept", value: "text/plain" }],
      authentication: { type: "bearer", token: "{{secret.token}}" },
    })

    expect(text).toContain("Type HTTP")
    expect(text).toContain(
      "Address https://shop.example/ Method HEAD Follow redirects no Headers 1, Name accept Headers 1, Value text/plain Sign in Bearer token Sign in, Token {{secret.token}}",
    )
    expect(text).toContain("Response: JSON at $.state is “up” otherwise degraded")
    expect(text).toContain("Response: Headers content-type contains “json” otherwise unhealthy")
    expect(text).toContain("Duration is less than 1000 otherwise degraded")
    expect(text).toContain("Certificate is measured, and nothing must hold")
    expect(text).not.toMatch(/totalMs|lessThan|headers\.content|\bresponse\b/)
  })

  it("shows what is stored until the words are known, and nothing less", () => {
    const text = shown(
      { url: "https://shop.example/", headers: [{ name: "accept", value: "text/plain" }] },
      null,
      false,
    )

    expect(text).toContain("url https://shop.example/ headers 1, name accept headers 1, value text/plain")
    expect(text).toContain("timing: totalMs is less than 1000 otherwise degraded")
  })

  it("shows a script that changes as it is and as it will be", () => {
    const text = shown({ source: "export default () => false" }, { source: "export default () => true" })

    expect(text).toContain("() => true")
    expect(text).toContain("() => false")
  })
})
