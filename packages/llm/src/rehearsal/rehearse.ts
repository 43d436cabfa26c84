import type { Message, ToolResultPart } from "../message.ts"
import { resultText, withoutAside } from "../protocols/tool-content.ts"
import type { RehearsalScript, RehearsalStep, RehearsedAnswer } from "./script.ts"

/** What the rehearsal model answers to a conversation. It remembers nothing: everything is read from the messages. */
export function rehearse(scripts: readonly RehearsalScript[], messages: readonly Message[]): RehearsedAnswer {
  const spokeAt = messages.findLastIndex(({ role }) => role === "user")
  const user = textOf(messages[spokeAt])
  const since = messages.slice(spokeAt + 1)
  const results = since.flatMap((message) => (message.role === "tool" ? message.parts : []))
  const latest = since.at(-1)
  const heard = latest?.role === "tool" ? latest.parts.map(heardText).join("\n") : ""

  const thing = thingIn(messages[spokeAt])
  const [script, match] = findScript(scripts, user, thing?.type)
  const step = script && chooseStep(script.steps[since.filter(({ role }) => role === "assistant").length], heard)
  const { think = "", say = "", repeat = 1, calls = [] } = step ?? { say: script ? DONE : introduce(scripts) }
  const fill = (template: unknown) => fillMarks(template, { user, thing, match, results, result: results.at(-1) })
  const said = tokensOf(String(fill(say)))
  const thought = tokensOf(String(fill(think)))
  const spoken = repeat === 1 ? said : Array.from({ length: repeat }, () => said).flat()
  const callsBefore = messages.flatMap((message) => (message.role === "assistant" ? message.parts : [])).length
  const filled = calls.map((call, at) => ({
    callId: `call_${callsBefore + at + 1}`,
    name: call.name,
    arguments: JSON.stringify(fill(call.arguments) ?? {}),
  }))
  return {
    think: thought,
    say: spoken,
    calls: filled,
    inputTokens: Math.ceil(JSON.stringify(messages).length / 4),
    outputTokens: spoken.length + thought.length + filled.length * 12,
  }
}

const DONE = "That is as far as this rehearsal goes."

function introduce(scripts: readonly RehearsalScript[]): string {
  const titles = scripts.flatMap(({ title }) => (title ? [`- ${title}`] : []))
  const known = titles.length === 0 ? "" : ` Try one of these:\n\n${titles.join("\n")}`
  return `This is a rehearsal: no model is thinking here, only a few requests are known and played.${known}`
}

function findScript(
  scripts: readonly RehearsalScript[],
  user: string,
  type: string | undefined,
): [RehearsalScript?, RegExpExecArray?] {
  for (const script of scripts) {
    if (script.about !== undefined && script.about !== type) continue
    const match = new RegExp(script.match, "i").exec(user)
    if (match) return [script, match]
  }
  return []
}

function chooseStep(step: RehearsalScript["steps"][number] | undefined, heard: string): RehearsalStep | undefined {
  if (!Array.isArray(step)) return step as RehearsalStep | undefined
  return (step as RehearsalStep[]).find(({ when }) => when === undefined || new RegExp(when, "i").test(heard))
}

interface Known {
  user: string
  thing: { type: string; id: string } | undefined
  match: RegExpExecArray | undefined
  results: readonly ToolResultPart[]
  result: ToolResultPart | undefined
}

const MARK = /\{\{\s*([\w.$*-]+)\s*\}\}/g

function fillMarks(template: unknown, known: Known): unknown {
  if (Array.isArray(template)) return template.map((item) => fillMarks(item, known))
  if (template !== null && typeof template === "object") {
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillMarks(value, known)]))
  }
  if (typeof template !== "string") return template
  const alone = /^\{\{\s*([\w.$*-]+)\s*\}\}$/.exec(template)?.[1]
  if (alone) return lookUp(alone, known)
  return template.replace(MARK, (_, path: string) => {
    const value = lookUp(path, known)
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
  })
}

function lookUp(path: string, { user, thing, match, results, result }: Known): unknown {
  const [first = "", ...rest] = path.split(".")
  if (first === "user") return user
  if (first === "thing") return walk(thing, rest)
  if (first === "match") return match?.[Number(rest[0] ?? 0)]
  if (first === "result") return walk(parsed(result), rest)
  if (first === "results") return walk(parsed(results[Number(rest[0])]), rest.slice(1))
  return undefined
}

function walk(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (key === "*" && Array.isArray(value)) {
    const all = value.map((one) => walk(one, rest)).filter((one) => one !== undefined && one !== null)
    return all.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(", ")
  }
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined
  return walk((value as Record<string, unknown>)[key], rest)
}

function parsed(result: ToolResultPart | undefined): unknown {
  if (!result) return undefined
  const text = heardText(result)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** As a provider's model would read it. */
function heardText(result: ToolResultPart): string {
  return resultText(result, true)
}

function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return ""
  return message.parts
    .map((part) => (part.type === "text" && !part.aside ? withoutAside(part.text) : ""))
    .join("\n")
    .trimEnd()
}

/** What the user looks at, from the words that come with a message. */
function thingIn(message: Message | undefined): { type: string; id: string } | undefined {
  if (message?.role !== "user") return undefined
  const aside = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n")
  const at = aside.lastIndexOf("The operator is looking at ")
  const [, type, id] = (at < 0 ? null : / It shows ([\w.-]+) ([\w\-.:]+)\. /.exec(aside.slice(at))) ?? []
  return type && id ? { type, id } : undefined
}

function tokensOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}
