import { describe, expect, it, vi } from "vitest"
import type { TabRequest } from "../../contract/chat/tab.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { CallError } from "../call.ts"
import type { TurnNews } from "../chat/turn-numbers.ts"
import { createTabBridge } from "./tab-bridge.ts"

const TAB = "this-very-tab"
const SHOWN = { path: "/windows/sea" }
const ask = (change: Partial<TabRequest> = {}): TabRequest => ({
  requestId: "request",
  toolCallId: "call",
  tab: TAB,
  lease: 1,
  toolName: "window.look",
  input: { at: "sea" },
  deadline: "2026-11-17T12:00:00.000Z",
  ...change,
})
const events = (...requests: TabRequest[]): TurnNews => ({
  type: "events",
  conversationId: "talk",
  turnId: "turn",
  seq: 1,
  events: requests.map((data): TurnEvent => ({ type: "data-tool-request", id: data.requestId, data, transient: true })),
})
const ended: TurnNews = { type: "ended", conversationId: "talk", turnId: "turn", state: "completed" }

/** A server that has these requests open, and a tab whose runner the test holds in its hands. */
function testTab(open: { requestId: string; lease: number }[] = [{ requestId: "request", lease: 1 }]) {
  const answers: object[] = []
  const beats: object[] = []
  const run = vi.fn(
    async (_request: TabRequest, _conversationId: string, _signal: AbortSignal): Promise<unknown> => ({
      seen: "waves",
    }),
  )
  const post = vi.fn(async (address: string, body: unknown) => {
    if (address === "/api/ai/chat/tabs") {
      beats.push(body as object)
      return { open }
    }
    expect(address).toBe("/api/ai/chat/talk/tool-result")
    answers.push(body as object)
    return { taken: true }
  })
  return { bridge: createTabBridge({ tab: TAB, run, post, shown: async () => SHOWN }), run, post, answers, beats }
}

describe("the tab's end of the bridge", () => {
  it("does what it is asked and answers under its lease", async () => {
    const { bridge, run, answers } = testTab()
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    expect(answers).toEqual([{ requestId: "request", tab: TAB, lease: 1, result: { seen: "waves" }, snapshot: SHOWN }])
    expect(run.mock.calls[0]?.slice(0, 2)).toEqual([ask(), "talk"])
  })

  it("leaves alone what another tab is asked, what it was asked before, and what nobody waits for any more", async () => {
    const { bridge, run, answers } = testTab()
    bridge.hear(events(ask({ tab: "another-tab" }), ask(), ask({ requestId: "answered long ago" })))
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    bridge.hear(ended)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it("does it again when it is asked anew under a higher number", async () => {
    const open = [{ requestId: "request", lease: 1 }]
    const { bridge, answers } = testTab(open)
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    open[0]!.lease = 3
    bridge.hear(events(ask({ lease: 3 })))
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    expect(answers[1]).toMatchObject({ lease: 3 })
  })

  it("says that it is there from the first news of a turn to its end, and only then", async () => {
    const { bridge, beats } = testTab()
    bridge.beat()
    expect(beats).toEqual([])
    bridge.hear(events())
    bridge.beat()
    expect(beats).toEqual([1, 2].map(() => ({ tab: TAB, conversationIds: ["talk"] })))
    bridge.hear(ended)
    bridge.beat()
    expect(beats).toHaveLength(2)
  })

  it("says that it could not, where its runner fails or answers what the server refuses", async () => {
    const { bridge, run, post, answers } = testTab()
    vi.spyOn(console, "warn").mockImplementation(() => {})
    run.mockRejectedValueOnce(new Error("The window is bricked up."))
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(answers).toMatchObject([{ requestId: "request", tab: TAB, lease: 1, failed: true }]))

    const refuse = testTab()
    const invalid = new CallError({ code: "invalid_input", message: "That does not fit.", correlationId: "c" })
    const taken = refuse.post.getMockImplementation()!
    refuse.post.mockImplementation(async (address, body) => {
      if ("result" in (body as object)) throw invalid
      return taken(address, body)
    })
    refuse.bridge.hear(events(ask()))
    await vi.waitFor(() => expect(refuse.answers).toMatchObject([{ failed: true }]))
    expect(post).toHaveBeenCalled()
  })

  it("does it at the next beat where the server could not be reached", async () => {
    const { bridge, run, post, answers } = testTab()
    const reached = post.getMockImplementation()!
    const lose = () => post.mockRejectedValueOnce(new TypeError("Failed to fetch"))
    lose()
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(1))
    expect(run).not.toHaveBeenCalled()

    post.mockImplementationOnce(reached)
    lose()
    bridge.beat()
    await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(3))
    expect([run.mock.calls.length, answers.length]).toEqual([1, 0])

    await vi.waitFor(() => {
      bridge.beat()
      expect(answers).toHaveLength(1)
    })
    expect(run).toHaveBeenCalledTimes(2)
  })

  it("gives up what runs when the turn ends, and sends pictures beside the result", async () => {
    const { bridge, run, answers } = testTab()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    run.mockImplementationOnce(() => promise)
    bridge.hear(events(ask()))
    await vi.waitFor(() => expect(run).toHaveBeenCalled())
    bridge.hear(ended)
    expect(run.mock.calls[0]![2].aborted).toBe(true)
    resolve({ label: "dot", images: [{ mediaType: "image/png", data: "AA==" }] })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    expect(answers[0]).toMatchObject({ result: { label: "dot" }, images: [{ mediaType: "image/png" }] })
  })
})
