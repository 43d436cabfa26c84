import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { ToolOutcome } from "@countersign/core/assistant"
import { applyWithToken, invokeTool, serializeTool } from "@countersign/core/assistant"
import { bareOf, cardWordsOf, codesOf, inputSchemaOf } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import type { Caller, Plugin } from "@countersign/core/server"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { z } from "zod"
// By path: what a call reaches and whether it always asks is the gate's own business.
import { alwaysSigns } from "../../../core/src/tools/always-signs.ts"
import { addressesOf } from "../../../core/src/tools/destination.ts"
import { sending } from "../sent-file.ts"
import { type AuditRow, personId, testPlatform } from "../test-platform.ts"
import { describeWords } from "./describe-words.ts"
import { type ExampleWorld, type ToolExample, type ToolExamples, tabOf } from "./tool-example.ts"

type Receipt = Extract<ToolOutcome, { status: "awaiting_signature" }>
type Applied = Extract<ToolOutcome, { status: "applied" }>

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const NAMED_ID = new RegExp(`${UUID.source} # `, "gi")
/** What every change moves, and what names the record itself. */
const BOOKKEEPING = ["version", "createdAt", "updatedAt", "id"]

/**
 * What every registered tool owes, checked over all of them: a tool of a plugin that is not written yet is covered the
 * day it is registered. Each needs one example, a world and a valid input.
 */
export async function describeTools(options: { plugins: readonly Plugin[]; examples: ToolExamples }): Promise<void> {
  const { platform, database, as, asHolderOf, trail } = await testPlatform({
    plugins: options.plugins,
    egress: await aSmallInternet(),
  })
  const root = await as("root", "administrator")
  const world: ExampleWorld = {
    call: (procedure, input, file) => platform.call(sending(root, file), procedure, input),
    random: Math.random,
  }
  const { tools } = root.runtime.tools
  const worldOf = (tool: RegisteredTool): ExampleWorld =>
    options.examples[tool.name]?.personal
      ? {
          ...world,
          call: async (procedure, input, file) => platform.call(sending(await holder(tool), file), procedure, input),
        }
      : world

  beforeAll(async () => {
    await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
    for (const name of ["holly", "mallory"])
      await database.pool.query(
        "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [personId(name), name, `${name}@example.test`],
      )
  })

  const rulesOf = (tool: RegisteredTool) => serializeTool(tool).requiredAccessRules
  // What a preview looks up beyond the tool's own rules, its holder may read too: as an operator would.
  const readingRules = [...root.runtime.registry.rules.keys()].filter((rule) => rule.endsWith(".read"))
  const holder = (tool: RegisteredTool) => asHolderOf("holly", [...new Set([...readingRules, ...rulesOf(tool)])])
  const doors = ["chat", "mcp", "http"] as const
  const through = (transport: (typeof doors)[number], caller: Caller) => ({ ...caller, transport })

  async function prepare(tool: RegisteredTool) {
    const example = options.examples[tool.name]!
    const things = await example.world(worldOf(tool))
    return { example, things, input: example.input(things, world) }
  }

  async function propose(tool: RegisteredTool, input: object, mode: "approve" | "auto" = "approve") {
    const caller = through("http", await holder(tool))
    const outcome = await invokeTool(
      { caller, mode, conversation: aConversation() },
      // A draft runs by itself: it has a card where somebody asks for one.
      { toolName: tool.name, input, alwaysPropose: tool.draft },
    )
    expect(outcome.status, `${tool.name} in ${mode} mode`).toBe("awaiting_signature")
    return { caller, receipt: outcome as Receipt }
  }

  describeWords({ tools, prepare, reader: (tool) => holder(tool), stranger: () => asHolderOf("mallory", []) })
  // Nobody may have more than a hundred proposals waiting, and there are more tools than that has room for.
  beforeEach(() => database.pool.query("UPDATE platform.tool_call SET expires_at = now() WHERE status = 'proposed'"))

  describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
    const changes = tool.effect !== "read"

    it("has an example, a schema without open ends and a description that says when to call it", () => {
      expect(options.examples[tool.name], `Add an example of ${tool.name} to its plugin's testing face.`).toBeDefined()
      const { inputSchema, description, wireName } = serializeTool(tool)
      expect(wireName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(description.length).toBeGreaterThan(20)
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false })
      expect(inputSchema.properties ?? {}).not.toHaveProperty("version")
      expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema)
    })

    it("is refused without each of its rules, through every door", async () => {
      const { input } = await prepare(tool)
      for (const missing of rulesOf(tool)) {
        const rules = [...new Set([...readingRules, ...rulesOf(tool)])].filter((rule) => rule !== missing)
        // A rule that another one brings along cannot be missing alone.
        if (platform.registry.expand(rules).has(missing)) continue
        const without = await asHolderOf(`mallory-${randomUUID()}`, rules)
        for (const door of doors) {
          const call = invokeTool(
            { caller: through(door, without), mode: "auto", conversation: aConversation() },
            { toolName: tool.name, input },
          )
          await expect(call, `without ${missing} through ${door}`).rejects.toMatchObject({
            code: "forbidden",
            message: expect.stringContaining(missing),
          })
        }
      }
    })

    if (!changes) {
      it("runs by itself in either mode and leaves a row", async () => {
        const { input, example } = await prepare(tool)
        const caller = { ...through("chat", await holder(tool)), ...tabOf(example, world) }
        const outcome = await invokeTool(
          { caller, mode: "approve", conversation: aConversation(tool, input) },
          { toolName: tool.name, input },
        )
        expect(outcome.status).toBe("executed")
        if (typeof tool.quotes === "string")
          expect(outcome.source?.class ?? "nothing", "whose words it carries").toBe(tool.quotes)
        const last = (await trail(tool.name)).at(-1)
        expect(last).toMatchObject({ outcome: "executed", principal_name: "Holly" })
      })
      return
    }

    it("has words for everything its card shows that has a code", () => {
      for (const [field, schema] of Object.entries(shapeOf(tool))) {
        const bare = bareOf(schema)
        const shown = bare instanceof z.ZodArray ? bare.element : schema
        const words = cardWordsOf(shown)?.values ?? {}
        for (const code of codesOf(shown)) expect(words, `cardWords of "${field}"`).toHaveProperty([code])
      }
    })

    it("proposes in approve mode, changes nothing, and its card names everything", async () => {
      const { input } = await prepare(tool)
      const before = await changesSoFar()
      const { receipt } = await propose(tool, input)
      expect(await changesSoFar()).toBe(before)
      expect(receipt.summary.trim()).not.toBe("")
      const said = `${receipt.summary} ${JSON.stringify(receipt.diff)}`
      // Within a list an id stands with its name behind it.
      expect(said.replaceAll(NAMED_ID, ""), "an id on the card").not.toMatch(UUID)
      const rows = new Set(receipt.diff.map(({ path }) => path))
      for (const [key, value] of Object.entries(receipt.payload as object)) {
        if (key === "version" || value === undefined || rows.has(key)) continue
        const isTold = typeof value === "string" && (UUID.test(value) || isKnownByEnd(value, receipt))
        expect(isTold, `"${key}" of the payload is not on the card`).toBe(true)
      }
    })

    it("waits in auto mode where it must, applies with its card where it may, and runs in every mode as a draft", async () => {
      for (const mode of tool.draft ? (["approve", "auto"] as const) : (["auto"] as const)) {
        const { input } = await prepare(tool)
        const signs = tool.effect === "destructive" || alwaysSigns(tool, input)
        const caller = through("chat", await holder(tool))
        const before = await changesSoFar()
        const outcome = await invokeTool(
          { caller, mode, conversation: aConversation() },
          { toolName: tool.name, input },
        )
        expect(outcome.status, mode).toBe(signs ? "awaiting_signature" : tool.draft ? "executed" : "applied")
        if (outcome.status === "applied") expect((outcome as Applied).summary).not.toBe("")
        expect((await changesSoFar()) > before, mode).toBe(!signs)
      }
    })

    it("does what its card said, and its card says all that it does", async () => {
      const { example, input } = await prepare(tool)
      const { caller, receipt } = await propose(tool, input)
      const rowsBefore = (await trail()).length
      const recordsBefore = await recordsOf([tool])
      await applyWithToken(caller, receipt.token!)
      const rows = (await trail()).slice(rowsBefore)
      expect(rows.at(-1)).toMatchObject({ action: tool.name, outcome: "applied" })
      const own = rows.find((row) => row.action === metaId(tool) && row.thing_type !== "ai.proposal")
      // A draft's commands stand in a record of their own, and have audit rows only where they do more than that.
      if (tool.procedure.recordedIn) {
        expect(await recordsOf([tool]), `${metaId(tool)} left no row in its record`).toBeGreaterThan(recordsBefore)
        if (!own) return
      }
      expect(own, `${metaId(tool)} left no audit row of its change`).toBeDefined()
      if (own!.thing_name) expect(receipt.summary).toContain(own!.thing_name)
      for (const key of changedKeys(own!, example))
        expect(
          receipt.diff.map(({ path }) => bare(path)),
          `"${key}" changed and is not on the card`,
        ).toContain(bare(key))
    })

    it("refuses a token that is forged, expired or somebody else's", async () => {
      const { input } = await prepare(tool)
      const { caller, receipt } = await propose(tool, input)
      const before = await changesSoFar()
      const forged = receipt.token!.replace(/.{8}$/, "00000000")
      await expect(applyWithToken(caller, forged)).rejects.toMatchObject({ code: "invalid_input" })
      const mallory = await asHolderOf("mallory", [...new Set([...readingRules, ...rulesOf(tool)])])
      await expect(applyWithToken(mallory, receipt.token!)).rejects.toMatchObject({ code: "forbidden" })
      await database.pool.query(
        "UPDATE platform.tool_call SET token_expires_at = now() - interval '1 second' WHERE id = $1",
        [receipt.proposalId],
      )
      await expect(applyWithToken(caller, receipt.token!)).rejects.toMatchObject({ code: "conflict" })
      expect(await changesSoFar()).toBe(before)
    })

    it("is bound to what its card showed", async () => {
      for (const which of ["changeTarget", "changeNamed", "changeUnrelated"] as const) {
        const { example, things, input } = await prepare(tool)
        const change = example[which]
        if (!change) continue
        const { caller, receipt } = await propose(tool, input)
        await change(worldOf(tool), things)
        const applied = applyWithToken(caller, receipt.token!)
        if (which === "changeUnrelated") {
          await expect(applied, which).resolves.toMatchObject({ proposalId: receipt.proposalId })
          continue
        }
        const refusal = await applied.then(
          () => ({ code: "nothing: it was applied", current: undefined, message: "" }),
          (reason) => reason,
        )
        expect(refusal.code, `${which}: ${refusal.message}`).toMatch(/conflict|not_found|invalid_input/)
        if (refusal.code === "conflict" && refusal.current)
          expect(refusal.current, which).toMatchObject({ proposal: { status: "awaiting_signature" } })
      }
    })
  })

  /** How many rows the records have in which these tools' commands stand. */
  async function recordsOf(of: readonly RegisteredTool[]): Promise<number> {
    const tables = new Set(of.flatMap(({ procedure }) => procedure.recordedIn ?? []))
    const counts = await Promise.all(
      [...tables].map((table) => database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)),
    )
    return counts.reduce((sum, { rows }) => sum + rows[0].count, 0)
  }

  /** How many changes the audit log and the records have seen: previews and refusals add none. */
  async function changesSoFar(): Promise<number> {
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS count FROM platform.audit
       WHERE outcome = 'executed' AND effect <> 'read' AND thing_type IS DISTINCT FROM 'ai.toolCall'`,
    )
    return rows[0].count + (await recordsOf(tools))
  }
}

/** Of what goes, the card shows the end of its id. */
function isKnownByEnd(id: string, { diff }: Receipt): boolean {
  return diff.some(({ path, before }) => path === "id" && id.endsWith(String(before).replace("…", "")))
}

/** For tools that look outside: every name leads to one server that answers politely. */
async function aSmallInternet() {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("Fine."))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, resolve: async () => ["127.0.0.1"], standsForPublic: () => true }
}

/** A conversation in which a person named whatever destination the example uses. */
function aConversation(tool?: RegisteredTool, input?: object) {
  const addresses = tool && input ? addressesOf(tool, input as Record<string, unknown>) : []
  const named = addresses.map((address) => new URL(address).host)
  return { id: randomUUID(), taint: [], named }
}

function shapeOf({ verb }: RegisteredTool): Readonly<Record<string, z.ZodType>> {
  const schema = inputSchemaOf(verb.procedure)
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
}

function metaId(tool: RegisteredTool): string {
  return tool.procedure.id
}

function changedKeys({ before, after }: AuditRow, example: ToolExample): string[] {
  // A deletion is told by its summary; there is no field that gets another value.
  if (!after) return []
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
  return keys
    .filter((key) => JSON.stringify(before?.[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .filter((key) => !isEmpty(before?.[key]) || !isEmpty(after[key]))
    .filter((key) => !BOOKKEEPING.includes(key) && !example.unshown?.includes(key))
    .map((key) => example.shownAs?.[key] ?? key)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
}

/** `systemIds` on the card is the record's `systems`. */
function bare(key: string): string {
  return key.replace(/Ids$/, "s").replace(/Id$/, "")
}
