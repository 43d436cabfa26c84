import { randomUUID } from "node:crypto"
import { describeCalls, serializeTool } from "@countersign/core/assistant"
import type { RegisteredTool } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { HEAVY, HOSTILE, writeHostile } from "./hostile-input.ts"

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Sentences of ours: no dots, no `camelCase`, no brackets. */
const PLAIN = /^[A-Z][a-z]*(?: (?:[a-z]+(?:'s)?|\d+),?)*$/
const LONGEST = 200
/** Ends the quotation it stands in, in each of the ways people write one. */
const QUOTING = 'Xq" and Xq \u201dXq\u201c \u00abXq\u00bb \uff02Xq\u2033'

/**
 * Calls of tools as people read them, over every registered tool: in plain words, with what somebody wrote in quotation
 * marks, short whatever a model passes, and without the name of anything that the reader may not see.
 */
export function describeWords(options: {
  tools: readonly RegisteredTool[]
  prepare: (tool: RegisteredTool) => Promise<{ input: object }>
  /** Somebody who may use the tool. */
  reader: (tool: RegisteredTool) => Promise<Caller>
  /** Somebody without any right. */
  stranger: () => Promise<Caller>
}): void {
  const { tools, prepare, reader, stranger } = options
  const named = new Set<string>()

  describe("in words", () => {
    it.each(tools.map((tool) => [tool.name, tool] as const))("%s is told in plain words", async (name, tool) => {
      expect(
        tool.describe,
        `The tool "${name}" (${tool.definedIn}) has no words for people. Add to its defineTool, with what its input has: ` +
          '`describe: ({ title }, say) => (title ? "Plan " + say.quote(title) : "Plan a window")`. Every field may be missing, ' +
          "and what somebody wrote goes through say.quote, say.name or say.names (docs/add-a-tool.md).",
      ).toBeTypeOf("function")
      const { input } = await prepare(tool)
      const caller = await reader(tool)
      const say = (who: Caller, given: object) => sentenceOf(who, tool, JSON.stringify(given))

      const general = await say(caller, {})
      expect(general, "without arguments").toMatch(PLAIN)
      expect(general, "a tool that the platform has no words for").not.toBe("Used a tool")
      const sentence = await say(caller, input)
      expect(bare(sentence), sentence).toMatch(PLAIN)
      expect(sentence).not.toMatch(UUIDS)
      // What the reader may not see is told as what never was.
      const mallory = await stranger()
      const unseen = JSON.parse(JSON.stringify(input).replaceAll(UUIDS, () => randomUUID()))
      expect(await say(mallory, input)).toBe(await say(mallory, unseen))
      if (sentence !== (await say(caller, unseen))) named.add(name)
    })

    it.each(tools.map((tool) => [tool.name, tool] as const))("%s is told whatever a model passes", async (_, tool) => {
      const { input } = await prepare(tool)
      const caller = await reader(tool)
      const fields = Object.keys(serializeTool(tool).inputSchema.properties ?? {})
      const values = [...HOSTILE, ["an end of the quotation", QUOTING] as const, ["a list of them", [QUOTING]] as const]
      const sources = [
        ...fields.flatMap((field) => values.map(([, value]) => writeHostile({ ...input, [field]: value }))),
        ...HEAVY.map(([, value]) => writeHostile(Object.fromEntries(fields.map((field) => [field, value])))),
        "",
        "null",
        "[]",
        '{"',
        `{"__proto__":{"describe":1}}`,
      ]
      const sentences: string[] = []
      for (let from = 0; from < sources.length; from += 50)
        sentences.push(
          ...(await describeCalls(
            caller,
            sources.slice(from, from + 50).map((source) => ({ toolName: tool.name, arguments: source })),
          )),
        )
      expect(sentences).toHaveLength(sources.length)
      for (const [at, sentence] of sentences.entries()) {
        const where = `${sentence}, of ${sources[at]!.slice(0, 300)}`
        expect(sentence.length, where).toBeLessThanOrEqual(LONGEST)
        expect(sentence, where).not.toMatch(/[\n\r\u2028\u2029]/)
        expect(bare(sentence), where).toMatch(PLAIN)
      }
    })

    it.each(tools.filter(({ tell }) => tell).map((tool) => [tool.name, tool] as const))(
      "%s is told as done, whatever it is said to have answered",
      async (_, tool) => {
        const { input } = await prepare(tool)
        const caller = await reader(tool)
        const answers = ["{}", "null", "[]", '{"', "No.", '{"status":"awaiting_signature"}', '{"nodeIds":["Xq"]}']
        const described = await describeCalls(
          caller,
          answers.map((result) => ({ toolName: tool.name, arguments: JSON.stringify(input), result })),
        )
        expect(described).toHaveLength(answers.length)
        for (const sentence of described) expect(bare(sentence), sentence).toMatch(PLAIN)
      },
    )

    it("names what some of them are about", ({ skip }) => {
      if (tools.length < 20) skip()
      expect(named.size, "tools whose sentence names a thing").toBeGreaterThan(10)
    })
  })
}

async function sentenceOf(caller: Caller, tool: RegisteredTool, source: string): Promise<string> {
  const [sentence] = await describeCalls(caller, [{ toolName: tool.name, arguments: source }])
  return sentence!
}

/** With a word in place of each quotation, and of one that was cut. */
function bare(sentence: string): string {
  return sentence.replaceAll(/"[^"]*"/g, "something").replace(/"[^"]*…$/, "something")
}
