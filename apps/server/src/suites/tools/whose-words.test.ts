import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { aiContract } from "@countersign/ai/contract"
import { classOf, invokeTool } from "@countersign/core/assistant"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import {
  callWithCanaries,
  type ExampleWorld,
  sending,
  tabOf,
  testPlatform,
  withCanaries,
  writingOf,
} from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { readable } from "../../../../../packages/core/src/chat/turn/gate-door.ts"
import type { TaintSource } from "../../../../../packages/core/src/contract/proposal.ts"
import { wordsOfError } from "../../../../../packages/core/src/gate/words-of-error.ts"
import { toJsonSchema } from "../../../../../packages/core/src/http/json-schema.ts"
import { platformPlugin } from "../../../../../packages/core/src/reserved/platform-plugin.ts"
import { addressesOf } from "../../../../../packages/core/src/tools/destination.ts"
import { registered as all, examples, faces, outside, silentOutside } from "../registered.fixture.ts"
import { writeWorld } from "./written-world.fixture.ts"

/**
 * What every registered tool owes: nobody else's words reach a model through it without the gate knowing whose they are.
 * Mallory is a colleague; an application that nobody lets speak for the team is outside; Rita reads.
 */

const { platform, database, as } = await testPlatform({
  plugins: all,
  egress: { resolve: async () => ["127.0.0.1"], standsForPublic: () => true },
})
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 1000000")
const [mallory, rita] = [await as("mallory", "administrator"), await as("rita", "administrator")]
const { rows: made } = await database.pool.query(
  "INSERT INTO platform.application (name, rules) VALUES ('Feed', $1) RETURNING id",
  [[...mallory.principal.rules]],
)
const feed = platform.caller(
  { kind: "application", id: made[0].id, name: "Feed", rules: mallory.principal.rules, teamIds: [], grants: new Map() },
  "http",
)
const { tools } = rita.runtime.tools
const procedures = [platformPlugin, ...all].flatMap(({ contract }) => Object.values(contract) as AnyProcedure[])
const verbs = new Map(procedures.map((procedure) => [metaOf(procedure).id, procedure]))

const writing = writingOf(faces)
const written = await writeWorld(
  { procedures, ...writing },
  (verb, input) => platform.call(mallory, verbs.get(verb)!, input as never),
  {
    personId: mallory.principal.id,
  },
)
const { canaries } = written
// What is one person's own is read by others once it is shared.
const sharedWords = `The lighthouse is ${canaries.next("ai.saveMemory text, shared")}`
const note = await platform.call(mallory, aiContract.saveMemory, { text: sharedWords })
await platform.call(mallory, aiContract.shareMemory, { memoryId: note.id, version: note.version })

/** Makes an example's things as somebody else, with a canary in every text field there is. */
const writtenBy = (writer: Caller, mark = ""): ExampleWorld => ({
  reader: own,
  random: Math.random,
  word: () => canaries.next(`${mark}a word`),
  async call(procedure, input, file) {
    const { id, effect } = metaOf(procedure)
    if (effect === "read") return platform.call(writer, procedure, input)
    const schema = toJsonSchema(inputSchemaOf(procedure), "input")
    const made = await callWithCanaries(schema, input, { canaries, of: `${mark}${id}` }, (filled) =>
      platform.call(sending(writer, file), procedure, filled as never),
    )
    if (writer === feed) fed.add(String((made as { id?: string } | null)?.id))
    return made
  },
})
const own: ExampleWorld = {
  random: Math.random,
  call: (procedure, input, file) => platform.call(sending(rita, file), procedure, input),
}

/** What the application made. */
const fed = new Set<string>()
const hers = writtenBy(mallory)
const OUTSIDE = "application: "
const feeds = writtenBy(feed, OUTSIDE)
/** Makes them as Rita, who refers to one thing that Mallory named wherever she can. */
const mixed = (reference: string): ExampleWorld => ({
  random: Math.random,
  async call(procedure, input, file) {
    const { id, effect } = metaOf(procedure)
    const caller = sending(rita, file)
    if (effect === "read") return platform.call(rita, procedure, input)
    const schema = toJsonSchema(inputSchemaOf(procedure), "input")
    const idFor = (key: string) => (key === reference ? REFERENCES[key] : undefined)
    const refers = { idFor, adds: true as const, only: "no text" }
    const filled = withCanaries(schema, input, { canaries, of: id, ...refers })
    return platform.call(caller, procedure, filled as never).catch(() => platform.call(caller, procedure, input))
  },
})
const { teamId, groupId, environmentId, systemId } = written.ids
const REFERENCES: Readonly<Record<string, unknown>> = {
  ownerTeamId: teamId,
  groupIds: [groupId],
  environmentIds: [environmentId],
  systemIds: [systemId],
  contacts: [{ kind: "person", label: "Call", value: mallory.principal.id }],
  thing: { type: "catalog.system", id: systemId },
}

/** A page that somebody outside wrote. */
const wordsOutside = canaries.next(`${OUTSIDE}the page`)
const page = createServer((_, response) => {
  response.statusMessage = wordsOutside
  response.end(wordsOutside)
})
await once(page.listen(0, "127.0.0.1"), "listening")
afterAll(() => page.close())
const pageUrl = `http://status.example.test:${(page.address() as AddressInfo).port}/now`

interface Told {
  how: string
  /** All that a model, a client or a card's reader is told. */
  text: string
  source: TaintSource | null
  asked: object
  /** It was refused for an id of nothing of that kind, on which nobody is known to have written: from outside is no lie then. */
  unknown?: true
}

async function tell(
  how: string,
  tool: RegisteredTool,
  input: object,
  mode: "approve" | "auto",
  reader = rita,
): Promise<Told> {
  const caller: Caller = { ...reader, transport: "chat", ...tabOf(examples[tool.name], own) }
  const addresses = addressesOf(tool, input as Record<string, unknown>).filter((address) => URL.canParse(address))
  const named = addresses.map((address) => new URL(address).host)
  const conversation = { id: randomUUID(), taint: [], named }
  // A person has room for a hundred; beyond that every call would be refused, and tell nothing.
  await database.pool.query("UPDATE platform.tool_call SET status = 'expired' WHERE status = 'proposed'")
  try {
    const outcome = await invokeTool({ caller, mode, conversation }, { toolName: tool.name, input })
    return { how: `${how}: ${outcome.status}`, text: readable(outcome), source: outcome.source, asked: input }
  } catch (error) {
    const { message, issues } = error as { message: string; issues?: unknown }
    const text = JSON.stringify([message, issues ?? null])
    return { how: `${how}: refused`, text, source: wordsOfError(error), asked: input }
  }
}

/** Exactly whose words they are, by the canaries in what was told. */
function demandClass(tool: RegisteredTool, { how, text, source, asked, unknown }: Told): void {
  const others = canaries.in(text, JSON.stringify(asked))
  const where = `${tool.name}, ${how}: ${text.slice(0, 300)} quotes ${others.join()}`
  if (tool.quotes === "nothing") {
    expect(others, where).toEqual([])
    expect(source, where).toBeNull()
    return
  }
  const isFed = others.some((field) => field.startsWith(OUTSIDE)) || (text.match(UUIDS) ?? []).some((id) => fed.has(id))
  const isAnybodys = tool.quotes === "outside" && !how.endsWith(": refused")
  if (isFed || isAnybodys) expect(source, where).toMatchObject({ class: "outside", toolName: tool.name })
  else if (others.length > 0 && !((unknown || examples[tool.name]?.shared) && source?.class === "outside"))
    expect(source, where).toMatchObject({ class: "colleague", toolName: tool.name, people: [mallory.principal.id] })
  if (others.length > 0) seen[source?.class ?? "own"].add(tool.name)
}
/** Tools whose examples are about one thing or several, by their ids. */
const aimed = new Set<string>()
/** Through which tools words of each class were read. */
const seen = { own: new Set<string>(), colleague: new Set<string>(), outside: new Set<string>() }

/** The call itself in either mode, twice, and wrongly: with ids of nothing, and with ids of other things of hers. */
async function everyWay(tool: RegisteredTool, input: object, ids: readonly string[]): Promise<Told[]> {
  const told = [
    await tell("asked for", tool, input, "approve"),
    await tell("by itself", tool, input, "auto"),
    await tell("once more", tool, input, "auto"),
    await tell("once more asked for", tool, input, "approve"),
  ]
  for (const [key, value] of Object.entries(input)) {
    const list = Array.isArray(value)
    const one = list ? value[0] : value
    if (typeof one !== "string" || !UUID.test(one)) continue
    for (const id of [randomUUID(), ...ids]) {
      const one = await tell(`${key} of something else`, tool, { ...input, [key]: list ? [id] : id }, "approve")
      told.push(one.how.endsWith(": refused") ? { ...one, unknown: true } : one)
    }
  }
  for (const [key, value] of Object.entries(input))
    if (typeof value === "string" && !UUID.test(value))
      for (const other of ["nothing-of-the-kind", "lighthouse"])
        told.push(await tell(`another ${key}`, tool, { ...input, [key]: other }, "approve"))
  return told
}

/** Where nobody else has written anything. */
async function tellAlone(tool: RegisteredTool): Promise<Told> {
  alone ??= await testPlatform({ plugins: all })
  const { platform, as } = alone
  const reader = await as("rita", "administrator")
  const world: ExampleWorld = {
    random: Math.random,
    call: (procedure, input, file) => platform.call(sending(reader, file), procedure, input),
  }
  const example = examples[tool.name]!
  const input = example.input(await example.world(world), world)
  const registered = reader.runtime.tools.tools.find(({ name }) => name === tool.name)!
  return tell("alone", registered, input, tool.effect === "read" ? "approve" : "auto", reader)
}
let alone: Awaited<ReturnType<typeof testPlatform>> | undefined

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const UUIDS_IN = new RegExp(UUIDS.source)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const cases = tools.map((tool) => [tool.name, tool] as const)

describe("the world that somebody else wrote", () => {
  it("has a canary in every text field that verbs take from her", () => {
    expect(
      written.refused.filter((field) => !writing.unwritten.some((one) => `${field} `.startsWith(`${one} `))),
    ).toEqual([])
    expect(written.taken.size).toBeGreaterThan(60)
    for (const field of [
      "catalog.createSystem name",
      "catalog.createEnvironment fields.value",
      "platform.createTeam name",
    ])
      expect(written.taken).toContain(field)
  })
})

describe.each(cases)("%s", (name, tool) => {
  const example = examples[name]

  it("tells nobody else's words without saying whose they are, in results, refusals, cards and what was applied", async () => {
    expect(example, `Add an example of ${name} to its plugin's testing face.`).toBeDefined()
    const things = await example!.world(example!.personal ? own : hers)
    const input = example!.input(things, hers)
    if (UUIDS_IN.test(JSON.stringify(input))) aimed.add(name)
    const told = await everyWay(tool, input, Object.values(written.ids))
    const mine: Told[] = []
    for (const reference of Object.keys(REFERENCES)) {
      const referring = await example!.world(mixed(reference))
      mine.push(await tell(`with her ${reference}`, tool, example!.input(referring, own), "auto"))
    }
    const bare = tool.effect === "read" ? [await tell("for anything", tool, {}, "auto")] : []

    for (const one of [...told, ...mine, ...bare]) demandClass(tool, one)
    expect(told.length + mine.length).toBeGreaterThanOrEqual(8)
  })

  it("tells what an application wrote as words from outside", async () => {
    const things = await example!.world(example!.personal ? own : feeds)
    const input = example!.input(things, feeds)
    for (const mode of ["approve", "auto"] as const)
      demandClass(tool, await tell(`the feed's, ${mode}`, tool, input, mode))
  })

  it("takes nothing away from auto mode that is the reader's own", async () => {
    const things = await example!.world(own)
    const input = example!.input(things, own)
    const outcome = await tell("own", tool, input, tool.effect === "read" ? "approve" : "auto")
    demandClass(tool, outcome)
    if (tool.quotes === "outside") return
    const shared = example!.shared !== undefined
    // Lists hold what others wrote as well.
    if (!shared && canaries.in(outcome.text, JSON.stringify(input)).length > 0) return
    const { source, text } = shared ? await tellAlone(tool) : outcome
    expect(source, text.slice(0, 300)).toBeNull()
    seen.own.add(name)
  })
})

const calling = tools.filter(({ name, egress, reaches }) => (egress || reaches) && !silentOutside[name])

it.each(calling.map((tool) => [tool.name, tool] as const))(
  "tells what %s read at an address as words from outside",
  async (name, tool) => {
    const asking = outside[name]
    expect(asking, `Add to its plugin's testing face how ${name} reads a page.`).toBeDefined()
    const told = await tell("a page", tool, asking!(pageUrl), "auto")
    expect(canaries.in(told.text), told.text).toEqual([`${OUTSIDE}the page`])
    demandClass(tool, told)
  },
)

it("has read words of every class through every tool that carries them", () => {
  const missed = (names: ReadonlySet<string>, wanted: readonly RegisteredTool[]) =>
    wanted.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  const quoting = tools.filter(({ quotes }) => typeof quotes === "function")
  // What is one person's own has no other hand on it until it is shared, which others read by searching.
  const targeted = quoting.filter(({ name }) => aimed.has(name) && !examples[name]!.personal)
  expect(targeted.length).toBeGreaterThan(15)
  expect([missed(seen.colleague, targeted), missed(seen.outside, targeted)]).toEqual([[], []])
  const reading = quoting.filter(({ effect }) => effect === "read")
  expect(reading.length).toBeGreaterThan(8)
  expect(missed(new Set([...seen.colleague, ...seen.outside]), reading)).toEqual([])
  // Lists hold everybody's; all else of the reader's own was told as such.
  expect(
    missed(
      seen.own,
      quoting.filter(({ effect }) => effect !== "read"),
    ),
  ).toEqual([])
})

it("counts samples and imports as the words of whoever brought them", async () => {
  await platform.call(rita, verbs.get("platform.addSample")!, {} as never)
  const text = `name,description\nImported by Rita,From a spreadsheet\n`
  await platform.call(rita, verbs.get("catalog.importCatalog")!, { format: "csv", text, mode: "apply" } as never)
  const { rows } = await database.pool.query(
    `SELECT 'catalog.system' AS type, s.id FROM catalog.system s WHERE 'sample' = ANY (s.tags) OR s.name = 'Imported by Rita'
     UNION ALL SELECT 'incident.incident', i.id FROM incident.incident i JOIN platform.audit a
       ON a.thing_id = i.id::text AND a.note = 'Sample data'`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(await classOf({ database, principal: rita.principal }, rows)).toEqual({ class: "own" })
  expect((await classOf({ database, principal: mallory.principal }, rows)).class).toBe("colleague")
})

it("finds what a list repeats of hers", async () => {
  const listing = tools.filter(({ effect, quotes }) => effect === "read" && typeof quotes === "function")
  const speaking = await Promise.all(
    listing.map(async (tool) => {
      const things = await examples[tool.name]!.world(hers)
      return tell("", tool, examples[tool.name]!.input(things, hers), "auto")
    }),
  )
  // Were no canary ever repeated, the tests above would prove nothing.
  expect(speaking.filter(({ text }) => canaries.in(text).length > 0).length).toBeGreaterThanOrEqual(6)
  for (const [at, one] of speaking.entries()) demandClass(listing[at]!, one)
})
