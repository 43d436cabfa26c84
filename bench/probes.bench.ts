/**
 * What happens when an approval is used twice, made up, or used again later: ours beside four frameworks, each with the
 * approval its own documentation shows, a scripted model, and a tool that counts how often it ran. Not a measurement of
 * speed; the numbers are executions.
 */
import { setTimeout as pause } from "node:timers/promises"
import { signIn } from "../packages/testing/src/session.ts"
import { absenceOf, versionOf } from "./stage/installed.ts"
import { ADMIN, scratchFolder, startProduct } from "./stage/product.ts"
import { printAims } from "./stage/table.ts"

/** One pending call of a tool, and what can be done with it. */
interface Subject<Stored> {
  propose(): Promise<Stored>
  approve(stored: Stored): Promise<unknown>
  /** The approval that was used, once more and later, by a server that has been started anew. */
  replay(stored: Stored): Promise<unknown>
  /** What claims an approval that nobody gave. */
  forged: string
  bypass(): Promise<unknown>
}
type Open = (effect: () => Promise<unknown>) => Subject<unknown>
interface Row {
  product: string
  "double apply (sequential)": number | string
  "double apply (concurrent)": number | string
  bypass: number | string
  replay: number | string
  "forged for the bypass": string
}

/** An effect takes a while, as a call of another service does. */
const EFFECT_MS = 20
const AT_ONCE = 8
const PEERS = [
  { name: "AI SDK", script: "./peers/probe-ai-sdk.mjs", packages: ["ai"] },
  { name: "OpenAI Agents", script: "./peers/probe-openai-agents.mjs", packages: ["@openai/agents"] },
  { name: "LangGraph", script: "./peers/probe-langgraph.mjs", packages: ["@langchain/langgraph", "@langchain/core"] },
  { name: "Mastra", script: "./peers/probe-mastra.mjs", packages: ["@mastra/core"] },
]

const ours = await probeOurs()
const rows = [ours]
for (const peer of PEERS) rows.push(...(await probePeer(peer)))
console.log(`\nExecutions of one approved call (1 is right; bypass: 0), concurrently ${AT_ONCE} at a time`)
console.table(rows)
printAims("Approvals of ours", [
  aim("approved twice, one after the other", ours["double apply (sequential)"], 1),
  aim(`approved ${AT_ONCE} times at once`, ours["double apply (concurrent)"], 1),
  aim("approval made up", ours.bypass, 0),
  aim("approval used again later", ours.replay, 1),
])
process.exit()

function aim(what: string, measured: number | string, right: number) {
  return { what, measured: `${measured} executions`, aim: `${right}`, met: measured === right, counted: true as const }
}

async function probePeer({ name, script, packages }: (typeof PEERS)[number]): Promise<Row[]> {
  const absent = absenceOf(packages)
  if (absent) return [absentRow(name, absent)]
  const { variants } = (await import(script)) as { variants: { name: string; open: Open }[] }
  const made: Row[] = []
  for (const variant of variants) {
    const count = counting(variant.open)
    made.push(await probe(variant.name.replace(name, `${name} ${versionOf(packages[0]!)}`), count))
  }
  return made
}

function absentRow(product: string, why: string): Row {
  return {
    product,
    "double apply (sequential)": why,
    "double apply (concurrent)": why,
    bypass: why,
    replay: why,
    "forged for the bypass": "",
  }
}

/** How often the tool ran while something was done to it. */
type Counting = (work: (subject: Subject<unknown>) => Promise<unknown>) => Promise<number>

function counting(open: Open): Counting & { forged: string } {
  const count = async (work: (subject: Subject<unknown>) => Promise<unknown>) => {
    let executions = 0
    const subject = open(async () => {
      executions += 1
      await pause(EFFECT_MS)
      return { done: true }
    })
    await work(subject)
    return executions
  }
  return Object.assign(count, { forged: open(async () => {}).forged })
}

async function probe(product: string, count: Counting & { forged: string }): Promise<Row> {
  // A probe that cannot even approve once proves nothing.
  const once = await count(async (subject) => subject.approve(await subject.propose()))
  const waiting = await count((subject) => subject.propose())
  if (once !== 1 || waiting !== 0)
    throw new Error(`${product}: ${once} executions after one approval, ${waiting} before it. The probe is wrong.`)
  return {
    product,
    "double apply (sequential)": await count(async (subject) => {
      const stored = await subject.propose()
      await subject.approve(stored)
      await subject.approve(stored).catch(refused)
    }),
    "double apply (concurrent)": await count(async (subject) => {
      const stored = await subject.propose()
      await Promise.all(Array.from({ length: AT_ONCE }, () => subject.approve(stored).catch(refused)))
    }),
    bypass: await count((subject) => subject.bypass().catch(refused)),
    replay: await count(async (subject) => {
      const stored = await subject.propose()
      await subject.approve(stored)
      await subject.replay(stored).catch(refused)
    }),
    "forged for the bypass": count.forged,
  }
}

/** Refusing is what an approval is for; only executions are counted. */
function refused(): void {}

/** Over HTTP, with incident.create: nothing in the database stands in the way of two incidents that are alike. */
async function probeOurs(): Promise<Row> {
  const folder = scratchFolder()
  let product = await startProduct(folder.path)
  let session = await signIn(product.url, ADMIN.email, ADMIN.password)
  const demand = async <T>(verb: string, input: object): Promise<T> => {
    const { status, body } = await session.call<T>(verb, input)
    if (status !== 200) throw new Error(`${verb}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const system = await demand<{ id: string }>("catalog.createSystem", { name: "Payments" })
  let titles = 0
  const count: Counting = async (work) => {
    const title = `Incident ${++titles}`
    const propose = () =>
      demand<{ token: string }>("ai.proposeTool", {
        toolName: "incident.create",
        input: { title, severity: "major", systemIds: [system.id] },
      })
    const approve = ({ token }: { token: string }) => demand("ai.applyTool", { token })
    const subject: Subject<{ token: string }> = {
      propose,
      approve,
      async replay(stored) {
        await product.stop()
        product = await startProduct(folder.path)
        session = await signIn(product.url, ADMIN.email, ADMIN.password)
        await approve(stored)
      },
      forged: "",
      async bypass() {
        const { token } = await propose()
        const other = await propose()
        const nonceOf = (from: string) => from.split(".")[1]!
        const made = ["0".repeat(nonceOf(token).length), nonceOf(other.token), nonceOf(token).slice(0, -1), ""]
        for (const nonce of made) await approve({ token: `${token.split(".")[0]}.${nonce}` }).catch(refused)
        await demand("ai.callTool", {
          toolName: "incident.create",
          input: { title, severity: "major", systemIds: [system.id], approved: true, token },
        })
      },
    }
    await work(subject as Subject<unknown>)
    const { items } = await demand<{ items: { title: string }[] }>("incident.list", { limit: 100 })
    return items.filter((incident) => incident.title === title).length
  }
  const row = await probe(
    "Countersign",
    Object.assign(count, { forged: "token: zeros, another proposal's, cut, none; arguments that claim approval" }),
  )
  await product.stop()
  folder.remove()
  return row
}
