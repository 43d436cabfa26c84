import { describe, expect, it } from "vitest"
import { BODY_LIMITS, parseJson } from "../../../../../../packages/core/src/json.ts"
import { SENDING } from "../../../contract/limits.ts"
import type { Batch } from "../../../document.ts"
import { nextBatches, whyNeverSent } from "./parcel.ts"
import { find, HOME, settle, testServer, textOf } from "./server.fixture.ts"

describe("what goes with one request", () => {
  it("is never more than a server reads, in bytes and in values", () => {
    const pending = [batch(1, 11), batch(2, 11), batch(3, 1)]
    expect(pending.map(whyNeverSent)).toEqual([null, null, null])
    const sent = nextBatches(pending)
    expect(sent).toHaveLength(1)
    const body = JSON.stringify({ tab: "aaaa", seen: 0, batches: sent.map(({ command }) => ({ commands: [command] })) })
    expect(() => parseJson(body, { limits: { ...BODY_LIMITS, values: SENDING.values } })).not.toThrow()
    expect(whyNeverSent(batch(4, 30))).toMatch(/^This is more than can be sent at once\./)
    expect(whyNeverSent({ key: "aaaa:5", command: edits(SENDING.styleEdits + 1) })).toMatch(/^This is more than/)
  })

  it("holds nothing that can never be sent: it does not happen, and what is made after it does", async () => {
    const server = await testServer("<!doctype html><title>Home</title><h1>Hello</h1>")
    const { store } = await server.open("Ana")
    const sheet = { type: "sheet.add", sheet: { id: "styles", name: "styles.css", media: "", pieces: [] }, after: null }
    store.perform({ name: "Styles", commands: [sheet as never] })
    const before = store.get().site.sheets

    const large = store.perform({ name: "Paste", commands: [edits(SENDING.styleEdits + 1)] })

    expect(large).toEqual({ ok: false, reason: expect.stringMatching(/^This is more than can be sent at once\./) })
    expect(store.get().told.map(({ tone, text }) => [tone, text.slice(0, 12)])).toEqual([["error", "This is more"]])
    expect(store.get().site.sheets).toBe(before)
    const typed = { type: "spliceText", document: HOME, node: find(store, "Hello"), at: 5, removed: "", inserted: "!" }
    store.perform({ name: "Type", commands: [typed as never] })
    await settle()
    expect(store.get().connection).toEqual({ state: "saved" })
    expect(textOf(store.get().site)).toBe("<h1>Hello!</h1>")
    expect(server.html()).toBe("<h1>Hello!</h1>")
  })
})

/** Elements with many short classes: more values than bytes would let one think. */
function batch(counter: number, elements: number): Batch {
  const classes = Array.from({ length: 10_000 }, () => "a")
  const nodes = Array.from({ length: elements }, (_, at) => ({ kind: "element", id: `n${at}`, classes }) as never)
  const place = { parent: "p", after: null, before: null }
  const fragment = { roots: ["n0"], nodes }
  return { key: `aaaa:${counter}`, command: { type: "insert", document: HOME, place, fragment } }
}

function edits(count: number) {
  const pieces = Array.from({ length: count }, (_, at) => ({ id: `p${at}`, text: "a{}" }))
  return {
    type: "editStyles" as const,
    sheet: "styles",
    edits: pieces.map((piece) => ({ type: "add" as const, piece, after: null })),
  }
}
