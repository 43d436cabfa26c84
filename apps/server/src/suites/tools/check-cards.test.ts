import { catalogContract } from "@countersign/catalog/contract"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { invokeTool } from "../../../../../packages/core/src/gate/invoke-tool.ts"
import { aiContract } from "../../../../../plugins/ai/src/contract.ts"
import { healthcheckContract } from "../../../../../plugins/healthcheck/src/contract.ts"
import { plugins } from "../../plugins.ts"

/** Cards of health checks that expired, and that somebody edited before signing. */

const { platform, as, database } = await testPlatform({ plugins })
const ana = await as("ana", "administrator")
const { proposeTool, signProposal, describeProposal } = aiContract
const { id: systemId } = await platform.call(ana, catalogContract.createSystem, { name: "Shop" })
const checksNamed = async (name: string) =>
  (await database.pool.query('SELECT id, config FROM healthcheck."check" WHERE name = $1', [name])).rows

type Draft = Record<string, unknown>
const propose = (input: Draft, replaces?: string) =>
  platform.call(ana, proposeTool, {
    toolName: "healthcheck.propose",
    input: { assignToSystemId: systemId, ...input },
    ...(replaces && { replaces }),
  })
const update = (input: Draft, replaces?: string) =>
  platform.call(ana, proposeTool, { toolName: "healthcheck.update", input, ...(replaces && { replaces }) })
const sign = (proposalId: string) => platform.call(ana, signProposal, { proposalId, kind: "apply" })
const cardOf = async (proposalId: string) => JSON.stringify(await platform.call(ana, describeProposal, { proposalId }))
/** What its rows show, with the escapes of lines and quotation marks undone. */
async function shownOn(proposalId: string): Promise<string> {
  const { diff } = await platform.call(ana, describeProposal, { proposalId })
  return diff
    .map(({ after }) => JSON.stringify(after))
    .join("\n")
    .replaceAll(/\\+n/g, "\n")
    .replaceAll("\\", "")
}
const http = (name: string) => ({ name, strategyId: "http", config: { url: "https://shop.example/" } })

/** Long enough that a card might be tempted to fold it, with an end that must be there. */
const LINES = Array.from({ length: 300 }, (_, at) => `// line ${at} of a long script`)
const script = (end: string) =>
  [
    'import { defineHealthCheck } from "@countersign/sdk/healthcheck"',
    ...LINES,
    `export default defineHealthCheck(() => ({ success: true, message: "${end}" }))`,
  ].join("\n")
const SCRIPTS = [
  ["script", script],
  ["shell", (end: string) => [...LINES.map((line) => line.replace("//", "#")), `echo ${end}`].join("\n")],
] as const

describe("a card of a check that expired", () => {
  it("cannot be signed or carried out with its token; edited, it is another card that waits like any", async () => {
    const { proposalId, token } = await propose(http("Too late"))
    await database.pool.query("UPDATE platform.tool_call SET expires_at = now() - interval '1 second' WHERE id = $1", [
      proposalId,
    ])

    await expect(sign(proposalId)).rejects.toThrow(/expired/)
    if (token) await expect(platform.call(ana, aiContract.applyTool, { token })).rejects.toThrow(/expired/)
    const edited = await propose(http("Too late"), proposalId)
    expect(edited).toMatchObject({ status: "awaiting_signature" })
    expect(edited.proposalId).not.toBe(proposalId)
    await expect(sign(proposalId)).rejects.toThrow()
    expect(await checksNamed("Too late")).toEqual([])
  })
})

describe("a card of a change of a check", () => {
  it("names what is written and what it takes away, and no default that stays", async () => {
    await sign((await propose({ ...http("Compared"), config: { ...http("").config, redirects: 0 } })).proposalId)
    const [{ id }] = await checksNamed("Compared")
    const { proposalId } = await update({ id, config: { url: "https://shop.example/", method: "HEAD" } })

    const { diff } = await platform.call(ana, describeProposal, { proposalId })
    const config = diff.find(({ path }) => path === "config")
    expect(config).toMatchObject({
      before: ["method: GET", "redirects: 0", "url: https://shop.example/"],
      after: ["method: HEAD", "url: https://shop.example/"],
    })
  })
})

describe("a card of a check that was edited", () => {
  const INVALID: [what: string, change: Draft, words: RegExp][] = [
    ["an unknown field", { config: { url: "https://shop.example/", urll: "x" } }, /urll/],
    ["no address", { config: { url: "shop" } }, /url/i],
    ["a strategy that there is not", { strategyId: "carrier-pigeon" }, /carrier-pigeon/],
    ["an interval that is too short", { intervalSeconds: 1 }, /interval/i],
    [
      "an operator that its field does not take",
      { collectors: [{ id: "response", assertions: [{ field: "status", operator: "contains", value: "2" }] }] },
      /contains|operator/i,
    ],
    [
      "a field that no result has",
      { collectors: [{ id: "response", assertions: [{ field: "statuss", operator: "equals", value: 200 }] }] },
      /statuss/,
    ],
  ]

  it.each(INVALID)(
    "to %s is refused in the words of the one validator, and the first card waits as it was",
    async (_, change, words) => {
      const first = await propose(http("Edited badly"))
      await expect(propose({ ...http("Edited badly"), ...change }, first.proposalId)).rejects.toThrow(words)
      expect(await cardOf(first.proposalId)).toContain('"status":"proposed"')
      const draft = { ...http("Edited badly"), ...change }
      const { name: _name, ...judged } = draft
      const direct = await platform
        .call(ana, healthcheckContract.validate, judged as never)
        .catch((error: Error) => error)
      if (!(direct instanceof Error)) expect(direct.valid).toBe(false)
      await platform.call(ana, signProposal, { proposalId: first.proposalId, kind: "decline" })
    },
  )

  it("takes the place of the first, which can no longer be signed, and is what is made", async () => {
    const first = await propose(http("Edited well"))
    const config = { url: "https://shop.example/edited" }
    const second = await propose({ ...http("Edited well"), config }, first.proposalId)

    await expect(sign(first.proposalId)).rejects.toThrow()
    await sign(second.proposalId)
    expect(await checksNamed("Edited well")).toMatchObject([{ config }])
  })

  it.each(SCRIPTS)(
    "shows the whole %s, as it was edited, and waits for a signature in every mode",
    async (strategyId, source) => {
      const name = `A long ${strategyId}`
      const draft = (end: string) => ({ name, strategyId, config: { source: source(end) } })
      const first = await propose(draft("first"))
      const second = await propose(draft("edited"), first.proposalId)
      expect(await shownOn(second.proposalId)).toContain(source("edited"))
      await sign(second.proposalId)
      const [made] = await checksNamed(name)
      expect(made.config.source).toBe(source("edited"))

      for (const [toolName, input] of [
        ["healthcheck.propose", { ...draft("auto"), assignToSystemId: systemId }],
        ["healthcheck.update", { id: made.id, config: { source: source("auto") } }],
      ] as const) {
        const outcome = await invokeTool({ caller: ana, mode: "auto" }, { toolName, input })
        expect(outcome.status).toBe("awaiting_signature")
      }
      const changed = await update({ id: made.id, config: { source: source("changed") } })
      const again = await update({ id: made.id, config: { source: source("changed twice") } }, changed.proposalId)
      expect(await shownOn(again.proposalId)).toContain(source("changed twice"))
    },
  )
})
