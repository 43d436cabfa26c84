import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { invokeTool, serializeTool } from "@countersign/core/assistant"
import { sampleContract } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { incidentContract } from "@countersign/incident/contract"
import { incidentPlugin } from "@countersign/incident/server"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { buildDecisionNote, type Decision } from "../../../../packages/core/src/chat/prompt/decision-note.ts"
import type { Message, ToolResultPart } from "../../../../packages/llm/src/message.ts"
import { rehearse } from "../../../../packages/llm/src/rehearsal/rehearse.ts"
import type { RehearsalStep } from "../../../../packages/llm/src/rehearsal/script.ts"
import { aiContract } from "../contract.ts"
import { aiPlugin } from "../server.ts"

const web = createServer((_, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>"),
)
await new Promise<void>((ready) => web.listen(0, "127.0.0.1", ready))
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
const plugins = [catalogPlugin, incidentPlugin, aiPlugin]
const { platform, as, database } = await testPlatform({
  plugins,
  egress: {
    port: (web.address() as AddressInfo).port,
    resolve: async () => ["127.0.0.1"],
    standsForPublic: () => true,
  },
})
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const scripts = plugins.flatMap(({ assistant }) => assistant?.rehearsal ?? [])
const root = await as("root", "administrator")
const { tools } = root.runtime

interface Played {
  said: string
  calls: { name: string; input: Record<string, unknown>; status: string; proposalId?: string }[]
}

/** A turn of the rehearsal model over the real tools, as the chat runs one. */
async function play(
  text: string,
  mode: "approve" | "auto" = "approve",
  who: Caller = root,
  about?: { type: string; id: string },
): Promise<Played> {
  const caller = { ...who, transport: "chat" as const }
  const conversation = { id: randomUUID(), taint: [], named: ["example.com"] }
  const page = about && {
    type: "text" as const,
    text: `The operator is looking at /here. It shows ${about.type} ${about.id}. "This" and "here" probably mean that.`,
    aside: true as const,
  }
  const messages: Message[] = [{ role: "user", parts: [{ type: "text", text }, ...(page ? [page] : [])] }]
  const played: Played = { said: "", calls: [] }
  for (let step = 0; step < 8; step++) {
    const answer = rehearse(scripts, messages)
    played.said += `${answer.say.join("")}\n`
    if (answer.calls.length === 0) return played
    const parts = answer.calls.map((call) => ({ type: "tool-call" as const, ...call }))
    messages.push({ role: "assistant", parts })
    const results: ToolResultPart[] = []
    for (const { callId, name, arguments: given } of answer.calls) {
      const tool = tools.find(name)
      expect(tool, name).toBeDefined()
      const input = JSON.parse(given) as Record<string, unknown>
      const outcome = await invokeTool({ caller, mode, conversation }, { toolName: tool!.name, input }).catch(
        (error: Error) => ({ status: "refused" as const, message: error.message }),
      )
      const { status } = outcome
      const proposalId = status === "awaiting_signature" ? outcome.proposalId : undefined
      played.calls.push({ name, input, status, ...(proposalId ? { proposalId } : {}) })
      const told =
        status === "refused"
          ? outcome.message
          : JSON.stringify(status === "awaiting_signature" ? { status, proposalId } : outcome.forModel)
      results.push({ type: "tool-result", callId, name, text: told })
      if (tool!.asks) return played
    }
    messages.push({ role: "tool", parts: results })
  }
  throw new Error(`"${text}" did not come to an end.`)
}

const statuses = ({ calls }: Played) => calls.map(({ name, status }) => `${name}: ${status}`)

describe("every rehearsal script", () => {
  const steps = scripts.flatMap((script) => script.steps.flat() as RehearsalStep[])

  it("calls only tools there are, with arguments they take", () => {
    for (const { name, arguments: given } of steps.flatMap(({ calls }) => calls ?? [])) {
      const tool = tools.find(name)
      expect(tool?.wireName).toBe(name)
      const { inputSchema } = serializeTool(tool!)
      expect(Object.keys(inputSchema.properties as object)).toEqual(
        expect.arrayContaining(Object.keys(given as object)),
      )
    }
  })

  it("is the one that its own title plays", () => {
    for (const script of scripts) {
      if (!script.title) continue
      const first = scripts.find(({ match }) => new RegExp(match, "i").test(script.title!))
      expect(first?.title).toBe(script.title)
    }
  })

  it("is offered to whoever asks what there is, and every suggestion plays one or asks just that", () => {
    const answerTo = (text: string) =>
      rehearse(scripts, [{ role: "user", parts: [{ type: "text", text }] }]).say.join("")
    const introduction = answerTo("What can you do?")
    expect(introduction).toContain("This is a rehearsal")
    for (const { title } of scripts) if (title) expect(introduction).toContain(title)
    const suggestions = plugins.flatMap(({ assistant }) => assistant?.suggestions ?? [])
    for (const { text, needs } of suggestions) {
      for (const name of needs) expect(tools.find(name)?.name).toBe(name)
      if (needs.length > 0) expect(answerTo(text)).not.toBe(introduction)
    }
  })

  it("asks for tools under the names they have where plugins say when their guidance counts", () => {
    const named = plugins
      .flatMap(({ assistant }) => assistant?.prompt ?? [])
      .flatMap(({ whenOffered = [] }) => whenOffered)
    for (const name of named) expect(tools.find(name)?.name).toBe(name)
  })
})

describe("a rehearsal in an empty installation", () => {
  it("says what is missing instead of failing", async () => {
    expect((await play("List the systems")).said).toContain("The catalog is empty")
    expect((await play("What is wrong right now?")).said).toContain("Nothing is wrong")
    expect((await play("Open an incident about slow answers")).said).toContain("The catalog has no system yet")
    expect((await play("Resolve the incident")).said).toContain("No open incident fits")
    expect((await play("What do you remember about releases?")).said).toContain("I found no note")
  })

  it("tells a person without the right that it was refused", async () => {
    const vera = await as("vera", "viewer")
    const played = await play("Add a system called Nothing", "approve", vera)
    expect(statuses(played).at(-1)).toBe("catalog_createSystem: refused")
    expect(played.said).toContain("That was refused")
  })
})

describe("a rehearsal with the sample", () => {
  it("reads, proposes, is signed, and acknowledges", async () => {
    await platform.call(root, sampleContract.addSample, {})
    expect((await play("List the systems")).said).toMatch(/first systems by name: .*Web shop/)
    expect((await play("please list all systems")).said).toContain("Web shop")
    expect((await play("Unanswered before.\nList the systems")).said).toContain("Web shop")
    expect((await play("What's wrong?")).said).toMatch(
      /needs attention, the worst first: \*\*(?=[^*]*Sample: answers are slow)[^*]*Product search[^*]*\*\*/,
    )
    expect((await play("Summarise the open incident")).said).toContain("Sample: answers are slow")
    expect((await play("Which systems are unhealthy?")).said).toContain("Product search")

    const opening = await play("Open an incident about late orders on Web shop")
    expect(statuses(opening)).toEqual(["catalog_listSystems: executed", "incident_create: awaiting_signature"])
    const { items } = await platform.call(root, catalogContract.listSystems, { text: "Web shop" })
    expect(opening.calls[1]?.input).toMatchObject({ title: "late orders on Web shop", systemIds: [items[0]!.id] })
    expect(opening.said).toContain("nothing has changed yet")
    const { proposal } = await platform.call(root, aiContract.signProposal, {
      proposalId: opening.calls[1]!.proposalId!,
      kind: "apply",
    })
    const note = (status: Decision["status"], summary: string) => {
      const one = {
        toolName: "incident.create",
        summary,
        status,
        signer: "Root",
        reason: "List the systems",
        problem: null,
      }
      return `[Decision]\n${status}: incident.create\n\n${buildDecisionNote([one], randomUUID())}`
    }
    expect((await play(note("applied", proposal.summary))).said).toContain(
      `Signed by Root and done: ${proposal.summary}.`,
    )
    expect((await play(note("declined", 'Resolve "Down"'))).said).toContain(
      'Root declined it, and nothing was changed: Resolve "Down".',
    )
    expect((await play("[Decision]\ndeclined: incident.resolve")).said).toContain(
      "nothing was changed: incident.resolve.",
    )
    expect((await play("[Decision]\napplied: incident.create\ndeclined: incident.resolve\n\nMore.")).said).toContain(
      "What became of each stands above",
    )
    expect((await play("[Decision]\nexpired: Something")).said).toContain("the card above says more")
  })

  it("takes another system when none is called that, and says so", async () => {
    const played = await play("Open an incident about errors on login.")
    expect(statuses(played)).toEqual([
      "catalog_listSystems: executed",
      "catalog_listSystems: executed",
      "incident_create: awaiting_signature",
    ])
    expect(played.calls.at(-1)?.input).toMatchObject({ title: "errors on login" })
    expect(played.said).toContain("No system is called that")
  })

  it("resolves the first, the second, or one by its words", async () => {
    const { items } = await platform.call(root, incidentContract.list, { state: "open" })
    const resolved = async (text: string) => (await play(text)).calls.at(-1)?.input.id
    expect(await resolved("Resolve the incident")).toBe(items[0]!.id)
    expect(await resolved("resolve 1")).toBe(items[0]!.id)
    expect(await resolved("Resolve the second incident")).toBe(items[1]!.id)
    expect(await resolved("Resolve the incident about slow")).toBe(
      items.find(({ title }) => title.includes("slow"))!.id,
    )
    const auto = await play("Resolve the incident about late orders", "auto")
    expect(statuses(auto).at(-1)).toBe("incident_resolve: applied")
    expect(auto.said).toContain("is resolved")
  })

  it("adds a system, but not twice", async () => {
    const added = await play('Add a system called "Status page"', "auto")
    expect(added.said).toContain('"Status page" is in the catalog now.')
    expect((await play("Add a system called Status page")).said).toContain("something like it already: Status page")
  })

  it("remembers and finds again", async () => {
    expect((await play("Remember that releases go out on Tuesdays")).said).toContain("once the card above is signed")
    expect((await play("Remember that releases go out on Tuesdays", "auto")).said).toContain("I keep that")
    expect((await play("What do you remember about releases?")).said).toContain("releases go out on Tuesdays")
    expect((await play("What do you remember?")).said).toContain("releases go out on Tuesdays")
  })

  it("asks, looks at an address, and answers from the guide", async () => {
    const asked = await play("Ask me something")
    expect(statuses(asked)).toEqual(["ai_askOperator: executed"])
    const looked = await play("Look at http://example.com/status?x=1.")
    expect(looked.calls).toMatchObject([{ input: { url: "http://example.com/status?x=1" }, status: "executed" }])
    expect(looked.said).toContain("It answered 200 (text/html")
    const unnamed = await play("Look at https://elsewhere.example/")
    expect(unnamed.said).toContain("takes a signature first")
    const guided = await play("How do I add a system?")
    expect(statuses(guided)).toEqual(["ai_searchDocs: executed", "ai_getDoc: executed"])
    expect(guided.said).toMatch(/\[.+\]\(\/help\/[\w/-]+\)/)
  })
})

describe("the rehearsal beside a page", () => {
  it("speaks of what the person looks at, and of everything else where they look at nothing", async () => {
    const { id } = await platform.call(root, catalogContract.createSystem, {
      name: "Ledger",
      description: "Keeps the books.",
    })
    const about = { type: "catalog.system", id }
    expect((await play("What is this?", "approve", root, about)).said).toContain("You are looking at **Ledger**. Keeps")
    expect((await play("What is this?")).said).not.toContain("Ledger")
    const incident = await platform.call(root, incidentContract.create, {
      title: "Books do not balance",
      severity: "minor",
      systemIds: [id],
    })
    const shown = { type: "incident.incident", id: incident.id }
    expect((await play("Tell me more about it", "approve", root, shown)).said).toContain("**Books do not balance**")
  })
})
