import { serializeTool } from "@countersign/core/assistant"
import { type AnyProcedure, type CardValue, type DiffRow, metaOf, type ProposalView } from "@countersign/core/contract"
import type { Plugin } from "@countersign/core/server"
import type { WebPlugin } from "@countersign/core/web"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { listOf, recordOf } from "../../../core/src/web/cards/card-parts.ts"
import { foldedRows } from "../../../ui/src/tables/DiffTable.tsx"
import { PlainText } from "../../../ui/src/text/PlainText.tsx"
import { personId, testPlatform } from "../test-platform.ts"
import { cardOf } from "./card-of.ts"
import { generateInput } from "./generate-input.ts"
import { seededRandom } from "./hostile-input.ts"
import type { ExampleWorld, ToolExamples } from "./tool-example.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Cards that plugins draw themselves show what the card of rows shows: every leaf of made-up payloads is looked for. */
export async function describeOwnCards(options: {
  plugins: readonly Plugin[]
  webPlugins: readonly WebPlugin[]
  examples: ToolExamples
  /** By tool: what people read on its card in place of a code of the payload, by code. */
  saidAs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** How many inputs are made up for each tool. */
  inputs: number
}): Promise<void> {
  const { plugins, webPlugins, examples, saidAs, inputs } = options
  const { platform, database, as, asHolderOf } = await testPlatform({ plugins })
  const root = await as("root", "administrator")
  const { tools } = root.runtime.tools
  const cards = webPlugins.flatMap((plugin) => Object.entries(plugin.cards))
  const procedures = new Map<string, AnyProcedure>(
    plugins.flatMap(({ contract }) => Object.values(contract).map((one) => [metaOf(one).id, one] as const)),
  )

  /** As it stands once everything is there that it reads. */
  async function drawn(card: ReactNode): Promise<string> {
    const client = new QueryClient()
    const draw = () => renderToStaticMarkup(<QueryClientProvider client={client}>{card}</QueryClientProvider>)
    for (let unread = true; unread; ) {
      draw()
      unread = false
      for (const query of client.getQueryCache().getAll()) {
        const { enabled } = query.options as { enabled?: boolean }
        if (query.state.data !== undefined || enabled === false) continue
        const [, id, input] = query.queryKey as [string, string, object]
        client.setQueryData(query.queryKey, await platform.call(root, procedures.get(id)!, input as never))
        unread = true
      }
    }
    return textOf(draw())
  }

  beforeAll(() =>
    database.pool.query("INSERT INTO platform.person (id, name, email) VALUES ($1, 'holly', 'holly@example.test')", [
      personId("holly"),
    ]),
  )

  describe("cards that plugins draw themselves", () => {
    it("are for tools that there are and that change something", () => {
      const changing = tools.filter(({ effect }) => effect !== "read").map(({ name }) => name)
      for (const [tool] of cards)
        expect(
          changing,
          `no plugin registers a tool "${tool}" that changes something: its card is never drawn`,
        ).toContain(tool)
      expect(cards.filter(([, { load }]) => load).length).toBeGreaterThan(1)
    })

    it.each(cards.flatMap(([tool, { load }]) => (load ? [[tool, load] as const] : [])))(
      "show every part of the payload of %s, objects and lists of them whole",
      async (name, load) => {
        const tool = tools.find((one) => one.name === name)!
        const example = examples[name]!
        const holly = await asHolderOf("holly", [...root.runtime.registry.rules.keys()])
        const world: ExampleWorld = {
          call: (procedure, input) => platform.call(root, procedure, input),
          random: Math.random,
        }
        const input = example.input(await example.world(world), world)
        const { default: Own } = await load()
        const random = seededRandom(name.length * 7919)
        let seen = 0
        let whole = 0
        for (let tries = 0; seen < inputs; tries++) {
          expect(tries, "too many of the inputs that were made up are refused").toBeLessThan(inputs * 20)
          const made = generateInput(serializeTool(tool).inputSchema, input, random, example.meant)
          const outlook = await cardOf(holly, name, made).catch(() => null)
          if (!outlook) continue
          seen++
          const proposal = { status: "proposed", ...outlook } as unknown as ProposalView
          const nameOf = (id: string) => outlook.things.find((thing) => thing.id === id)?.name
          const shown = await drawn(<Own {...{ proposal, listOf, recordOf, nameOf }} />)
          for (const row of outlook.diff.filter((one) => one.yaml || foldedRows([one]).length === 0))
            for (const side of [row.before, row.after])
              for (const leaf of leavesOf(side, row)) {
                whole++
                const words = textOf(renderToStaticMarkup(<PlainText>{leaf}</PlainText>))
                const thing = outlook.things.find(({ id, lookalike }) => id === leaf && !lookalike)
                const told = [
                  words,
                  ...(UUID.test(leaf) ? [leaf.slice(-8)] : []),
                  ...[thing?.name ?? [], saidAs[name]?.[leaf] ?? []].flat().map((one) => one.toLowerCase()),
                ]
                expect(
                  told.some((one) => shown.includes(one)),
                  `${JSON.stringify(leaf)} of "${row.label}" in: ${shown}`,
                ).toBe(true)
              }
        }
        expect(whole, "leaves that were looked for").toBeGreaterThan(inputs)
      },
    )
  })
}

/** What stands in a row, read without a line of the code that draws the card. */
function leavesOf(value: CardValue, row: DiffRow): string[] {
  if (value === null || typeof value === "string") return value ? [value] : []
  if (!Array.isArray(value)) return []
  if (!row.yaml) return value.filter((one) => one !== "")
  return value.flatMap((entry) => leavesIn(parse(entry)))
}

function leavesIn(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return []
  if (typeof value !== "object") return [String(value)]
  if (Array.isArray(value)) return value.flatMap(leavesIn)
  return Object.entries(value).flatMap(([key, one]) => (KNOWN.has(key) ? leavesIn(one) : [key, ...leavesIn(one)]))
}

/** Keys of our own, which a column's name tells. */
const KNOWN = new Set(["kind", "label", "value", "url"])

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, entity: string) => ENTITIES[entity]!)
    .replaceAll(/\s+/g, " ")
    .toLowerCase()
    .trim()
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" }
