import { type AnyProcedure, metaOf, rulesOf } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { platformPlugin } from "../../../../../packages/core/src/reserved/platform-plugin.ts"
import { createToolRegistry } from "../../../../../packages/core/src/tools/registry.ts"
import { registered as all } from "../registered.fixture.ts"

const { tools } = createToolRegistry(all)
const verbs = [platformPlugin, ...all].flatMap(({ contract }) => Object.values(contract) as AnyProcedure[]).map(metaOf)
const isRead = (rule: { id: string }) => rule.id.endsWith(".read")

/** Their own conversations, which nobody else sees: who may talk to the assistant begins, names and archives them. */
const OWN_CONVERSATIONS = "ai.chat.read"

describe("the scope `read`", () => {
  it("is enough for no tool that changes something", () => {
    const changing = tools.filter(({ effect }) => effect !== "read")
    expect(changing.length).toBeGreaterThan(20)
    for (const { name, procedure } of changing)
      expect(
        rulesOf(procedure.access).filter((rule) => !isRead(rule)),
        name,
      ).not.toEqual([])
  })

  it("is enough for no verb that changes something, but for one's own conversations", () => {
    const changing = verbs.filter(({ effect, access }) => effect !== "read" && rulesOf(access).length > 0)
    const byReading = changing.filter(({ access }) => rulesOf(access).every(isRead))
    expect(changing.length).toBeGreaterThan(50)
    expect(byReading.filter(({ access }) => rulesOf(access).some(({ id }) => id !== OWN_CONVERSATIONS))).toEqual([])
  })
})
