import { describe, expect, it } from "vitest"
import { z } from "zod"
import { strategies } from "../../probe.ts"
import { type ConfigField, fieldsOf, type Shape } from "../config-shape.ts"
import { blankGroup, draftOfGroup, sentOfGroup } from "./config-draft.ts"

const fieldsOfStrategy = (id: string) => {
  const strategy = strategies.find((one) => one.id === id)
  if (!strategy) throw new Error(`There is no ${id}.`)
  return { strategy, fields: fieldsOf(z.toJSONSchema(strategy.config, { io: "input" })) }
}

/** One of everything, so that every part of a schema is drawn. */
const WHOLE: Readonly<Record<string, Record<string, unknown>>> = {
  http: {
    url: "https://example.com/status",
    method: "POST",
    headers: [{ name: "accept", value: "text/plain" }],
    body: "ping",
    authentication: { type: "basic", user: "ops", password: `$\{{ secrets.STATUS_PASSWORD }}` },
    redirects: 0,
    family: "ipv6",
    clientCertificate: { certificate: `$\{{ secrets.CERT }}`, key: `$\{{ secrets.KEY }}` },
    acceptUntrusted: true,
  },
  journey: {
    steps: [
      {
        name: "Sign in",
        url: "https://example.com/",
        method: "GET",
        headers: [],
        authentication: { type: "none" },
        redirects: 3,
        extract: [{ name: "token", from: "json", expression: "$.token" }],
        assertions: [{ field: "status", operator: "equals", value: "200", severity: "unhealthy" }],
      },
    ],
  },
  script: { source: "export default () => true", config: { limit: "3" }, secrets: { TOKEN: `$\{{ secrets.TOKEN }}` } },
}

describe("the form of a configuration", () => {
  it("has a control for every part of every strategy", () => {
    expect(strategies).toHaveLength(16)
    for (const { id } of strategies) {
      const { strategy, fields } = fieldsOfStrategy(id)
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(strategy.config.shape))
      expect(untitled(fields)).toEqual([])
    }
  })

  it.each(Object.keys(WHOLE))("gives back what it was filled with, whole: %s", (id) => {
    const { strategy, fields } = fieldsOfStrategy(id)
    const stored = strategy.config.parse(WHOLE[id])

    const sent = sentOfGroup(fields, draftOfGroup(fields, stored as Record<string, unknown>))

    expect(sent).toEqual(stored)
  })

  it("leaves out what was left empty, and sends what is no number for the server to say so", () => {
    const { fields } = fieldsOfStrategy("http")
    const blank = sentOfGroup(fields, blankGroup(fields))
    expect(blank).toEqual({
      url: "",
      method: "GET",
      headers: [],
      authentication: { type: "none" },
      redirects: 3,
      family: "any",
      acceptUntrusted: false,
    })
    expect(sentOfGroup(fields, { ...blankGroup(fields), redirects: "many" })).toMatchObject({ redirects: "many" })
  })
})

/** Parts that people would read by the names of the code. */
function untitled(fields: readonly ConfigField[]): string[] {
  const within = (shape: Shape): readonly ConfigField[] =>
    shape.kind === "group"
      ? shape.fields
      : shape.kind === "list"
        ? within(shape.item)
        : shape.kind === "variants"
          ? shape.variants.flatMap((one) => one.fields)
          : []
  return fields.flatMap(({ name, title, shape }) => [
    ...(title.toLowerCase() === name && !/^[a-z]+$/.test(name) ? [name] : []),
    ...untitled(within(shape)),
  ])
}
