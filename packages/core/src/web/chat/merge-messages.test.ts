import { describe, expect, it } from "vitest"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { ChatMessage, Turn } from "../../contract/chat/conversation.ts"
import { emptyTurn } from "../../contract/chat/fold-turn.ts"
import type { LiveTurn } from "./live-turn.ts"
import { awaitsAnswer, isAhead, isUnderWay, mergePages, mergeThread } from "./merge-messages.ts"

const AT = "2026-11-16T08:00:00.000Z"

function message(id: string, part: Partial<ChatMessage> = {}): ChatMessage {
  const blocks: ContentBlock[] = [{ type: "text", text: id }]
  return { id, role: "user", blocks, at: AT, turnId: null, model: null, superseded: false, ...part }
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

describe("awaitsAnswer", () => {
  const answer = message("answer", { role: "assistant" })
  const notice: ContentBlock = { type: "notice", kind: "again", text: "Another answer to the same question." }

  it("holds until a word of the answer is there, the first one or another one", () => {
    expect(awaitsAnswer(undefined)).toBe(true)
    expect(awaitsAnswer(message("question"))).toBe(true)
    expect(awaitsAnswer({ ...answer, blocks: [] })).toBe(true)
    expect(awaitsAnswer({ ...answer, superseded: true })).toBe(true)
    expect(awaitsAnswer({ ...answer, blocks: [notice] })).toBe(true)
    expect(awaitsAnswer({ ...answer, blocks: [notice, ...answer.blocks] })).toBe(false)
    expect(awaitsAnswer(answer)).toBe(false)
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

  it("shows what is being said after calls that wait for a signature, which are told without their results", () => {
    const cards = ["a", "b"].flatMap((callId): ContentBlock[] => [
      { type: "tool-call", callId, name: "shelf.add", arguments: "{}" },
      {
        type: "proposal",
        callId,
        proposalId: callId,
        toolName: "shelf.add",
        effect: "mutate",
        summary: "",
        expiresAt: AT,
      },
    ])
    const results = ["a", "b"].map(
      (callId): ContentBlock => ({ type: "tool-result", callId, name: "shelf.add", text: "It waits." }),
    )
    const stored = [message("answer", { role: "assistant", blocks: [...cards, ...results], turnId: "t1" })]
    const blocks: ContentBlock[] = [...cards, { type: "text", text: "Both wait for you." }]

    const thread = mergeThread(stored, { outgoing: null, turn: live({ folded: { ...live().folded, blocks } }) })

    expect(thread[0]?.blocks.at(-1)).toEqual({ type: "text", text: "Both wait for you." })
  })

  it("does not fall back behind what is stored while a watcher catches up", () => {
    const blocks = [message("x").blocks, message("y").blocks].flat()
    const stored = [message("answer", { role: "assistant", blocks, turnId: "t1" })]

    expect(mergeThread(stored, { outgoing: null, turn: live() })[0]?.blocks).toEqual(blocks)
  })
})

const turn = (state: Turn["state"], id = "t1"): Turn => ({
  id,
  kind: "message",
  state,
  startedAt: AT,
  endedAt: null,
  problem: null,
})

describe("isUnderWay", () => {
  const outgoing = { id: "mine", text: "Hello", at: AT, turnId: "t1" }
  const stored = [message("row", { turnId: "t1" })]
  const now = { outgoing, askingAgain: false }

  it("holds from sending until the end is heard", () => {
    expect(isUnderWay({ ...now, outgoing: { ...outgoing, turnId: null } }, null, { turn: null, messages: [] })).toBe(
      true,
    )
    expect(isUnderWay(now, null, { turn: null, messages: [] })).toBe(true)
    expect(isUnderWay(now, live(), { turn: null, messages: [] })).toBe(true)
    expect(isUnderWay(now, null, { turn: turn("running"), messages: stored })).toBe(true)
    expect(isUnderWay(now, live({ ended: "completed" }), { turn: null, messages: [] })).toBe(false)
  })

  it("does not hold again when what was watched makes way for what is stored", () => {
    expect(isUnderWay(now, null, { turn: turn("completed"), messages: stored })).toBe(false)
  })
})

describe("isAhead", () => {
  const ended = live({ ended: "completed", endedAt: 20 })
  const earlier = [message("0", { turnId: "t0" })]
  const asked = [...earlier, message("1", { turnId: "t1" })]

  it("holds while the turn runs, and after its end until the stored answer is read", () => {
    expect(isAhead(live(), null)).toBe(true)
    expect(isAhead(live(), { turn: turn("running"), messages: asked, readAt: 10 })).toBe(true)
    expect(isAhead(ended, { turn: turn("running"), messages: asked, readAt: 10 })).toBe(true)
    expect(isAhead(ended, { turn: turn("completed"), messages: asked, readAt: 30 })).toBe(false)
    expect(isAhead(live(), { turn: turn("completed"), messages: asked, readAt: 30 })).toBe(false)
  })

  it("holds against a page that was read before the turn's end and came after it", () => {
    expect(isAhead(ended, { turn: turn("running"), messages: asked, readAt: 30 })).toBe(true)
    expect(isAhead(ended, { turn: turn("completed", "t0"), messages: earlier, readAt: 30 })).toBe(true)
    expect(isAhead(ended, { turn: null, messages: [], readAt: 30 })).toBe(true)
  })

  it("is over once a later turn is stored, also when the turn itself has left the page", () => {
    expect(isAhead(ended, { turn: turn("running", "t2"), messages: asked, readAt: 30 })).toBe(false)
    expect(isAhead(live(), { turn: turn("running", "t2"), messages: asked, readAt: 30 })).toBe(false)
    expect(isAhead(ended, { turn: turn("completed", "t99"), messages: earlier, readAt: 3_600_000 })).toBe(false)
  })
})
