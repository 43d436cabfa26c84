import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import type { Caller } from "../../access/ctx.ts"
import type { TurnAsk, TurnNotes } from "../../access/points/assistant.ts"
import { definePlugin } from "../../define-plugin.ts"
import { gatherNotes } from "./turn-notes.ts"

let asked: string[] = []
let answer: (ask: TurnAsk) => Promise<TurnNotes>
const diary = definePlugin({
  id: "diary",
  contract: {},
  access: [],
  verbs: {},
  assistant: {
    context(caller, ask) {
      asked.push(caller.principal.name)
      return answer(ask)
    },
  },
})
const { platform, as, asHolderOf, secondPod } = await testPlatform({ plugins: [diary] })

beforeEach(() => {
  asked = []
  answer = async () => ({ data: [{ title: "Diary", text: `entry ${asked.length}` }], restsOn: ["diary.entry"] })
  platform.caller(ana.principal, "chat").runtime.publishSignals(["diary.entry"])
})
const ana = await as("ana")

describe("what plugins have to say before a turn", () => {
  it("is asked again only when what it rests on has changed", async () => {
    expect(await told(ana)).toBe("entry 1")
    expect(await told(ana)).toBe("entry 1")

    ana.runtime.publishSignals(["catalog.system"])
    expect(await told(ana)).toBe("entry 1")
    ana.runtime.publishSignals(["diary.entry"])
    expect(await told(ana)).toBe("entry 2")
  })

  it("is asked again by every pod that hears of the change", async () => {
    const there = (await secondPod()).caller(ana.principal, "chat")
    expect(await told(there)).toBe("entry 1")

    ana.runtime.publishSignals(["diary.entry"])

    await expect.poll(() => told(there)).toBe("entry 2")
  })

  it("is one's own, and follows one's rights, scope, skill and page", async () => {
    const ben = await asHolderOf("ben", ["ai.chat.read"])
    await told(ana)
    await told(ben)
    expect(asked).toEqual(["Ana", "Ben"])

    await told(await asHolderOf("ben", ["ai.chat.read", "ai.memory.read"]))
    await told(ana, { scope: "content" })
    await told(ana, { skillId: "diary.write" })
    const page = { path: "/x", title: "X", thing: { type: "diary.entry", id: "1" } }
    await told(ana, { snapshot: page as TurnAsk["snapshot"] })
    expect(asked).toEqual(["Ana", "Ben", "Ben", "Ana", "Ana", "Ana"])

    await told(ana, { text: "something else", conversationId: "another" })
    expect(asked).toHaveLength(6)
  })

  it("is always asked where a plugin does not say what it rests on", async () => {
    answer = async () => ({ data: [{ title: "Diary", text: `entry ${asked.length}` }] })

    expect(await told(ana)).toBe("entry 1")
    expect(await told(ana)).toBe("entry 2")
  })

  it("is not kept when it changed while it was read", async () => {
    const reading = Promise.withResolvers<TurnNotes>()
    answer = () => reading.promise
    const first = told(ana)
    ana.runtime.publishSignals(["diary.entry"])
    reading.resolve({ data: [{ title: "Diary", text: "old" }], restsOn: ["diary.entry"] })
    expect(await first).toBe("old")

    answer = async () => ({ data: [{ title: "Diary", text: "new" }], restsOn: ["diary.entry"] })
    expect(await told(ana)).toBe("new")
  })

  it("is left out when its plugin fails, this once", async () => {
    answer = () => Promise.reject(new Error("The diary is closed."))
    expect(await told(ana)).toBeUndefined()

    answer = async () => ({ data: [{ title: "Diary", text: "open again" }], restsOn: ["diary.entry"] })
    expect(await told(ana)).toBe("open again")
  })
})

async function told(caller: Caller, ask: Partial<TurnAsk> = {}): Promise<string | undefined> {
  const whole = { conversationId: null, scope: "operate", skillId: null, snapshot: null, text: "", ...ask } as const
  return (await gatherNotes(caller, whole)).data[0]?.text
}
