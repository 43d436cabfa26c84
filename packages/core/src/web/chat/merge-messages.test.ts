import { describe, expect, it } from "vitest"
import type { ChatMessage, Turn } from "../../contract/chat/conversation.ts"
import { emptyTurn } from "../../contract/chat/fold-turn.ts"
import type { LiveTurn } from "./live-turn.ts"
import { isAhead, mergePages, mergeThread } from "./merge-messages.ts"

const AT = "2026-11-16T08:00:00.000Z"

function message(id: string, part: Partial<ChatMessage> = {}): ChatMessage {
  return { id, role: "user", blocks: [{ type: "text", text: id }], at: AT, turnId: null, model: null, ...part }
}

function live(part: Partial<LiveTurn> = {}): LiveTurn {
  const folded = { ...emptyTurn, messageId: "answer", blocks: [{ type: "text" as const, text: "So far" }] }
  return { turnId: "t1", seq: 3, folded, ended: null, endedAt: 0, ...part }
}

const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id).join(" ")

describe("mergePages", () => {
  it("keeps what the latest page no longer holds", () => {
    const merged = mergePages(
      ["1", "2", "3", "4"].map((id) => message(id)),
      ["3", "4", "5"].map((id) => message(id)),
    )

    expect(ids(merged)).toBe("1 2 3 4 5")
  })

  it("begins anew where the two no longer meet, instead of hiding what is between", () => {
    const merged = mergePages(
      ["1", "2"].map((id) => message(id)),
      ["7", "8"].map((id) => message(id)),
    )

    expect(ids(merged)).toBe("7 8")
  })
})

describe("mergeThread", () => {
  const outgoing = { id: "mine", text: "Hello", at: AT, turnId: null }

  it("shows a message from the moment it is sent, and once when it is stored", () => {
    expect(ids(mergeThread([message("1")], { outgoing, turn: null }))).toBe("1 mine")

    const stored = [message("1"), message("row", { turnId: "t1" })]

    expect(ids(mergeThread(stored, { outgoing: { ...outgoing, turnId: "t1" }, turn: null }))).toBe("1 row")
  })

  it("shows the answer being written in the place of its stored beginning", () => {
    const stored = [message("1"), message("answer", { role: "assistant", blocks: [], turnId: "t1" })]

    const thread = mergeThread(stored, { outgoing: null, turn: live() })

    expect(ids(thread)).toBe("1 answer")
    expect(thread[1]?.blocks).toEqual([{ type: "text", text: "So far" }])
    expect(thread[1]?.open).not.toBeNull()
  })

  it("does not fall back behind what is stored while a watcher catches up", () => {
    const blocks = [message("x").blocks, message("y").blocks].flat()
    const stored = [message("answer", { role: "assistant", blocks, turnId: "t1" })]

    expect(mergeThread(stored, { outgoing: null, turn: live() })[0]?.blocks).toEqual(blocks)
  })
})

describe("isAhead", () => {
  const turn = (state: Turn["state"]): Turn => ({
    id: "t1",
    kind: "message",
    state,
    startedAt: AT,
    endedAt: null,
    problem: null,
  })

  it("holds while the turn runs, and after its end until the stored answer is read", () => {
    expect(isAhead(live(), { turn: turn("running"), readAt: 10 })).toBe(true)
    expect(isAhead(live({ ended: "completed", endedAt: 20 }), { turn: turn("running"), readAt: 10 })).toBe(true)
    expect(isAhead(live({ ended: "completed", endedAt: 20 }), { turn: turn("completed"), readAt: 30 })).toBe(false)
    expect(isAhead(live({ ended: "completed", endedAt: 20 }), { turn: null, readAt: 30 })).toBe(false)
  })
})
