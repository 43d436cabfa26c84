import { beforeEach, describe, expect, it, vi } from "vitest"
import { notesContract } from "../access/notes.fixture.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { call } from "./call.ts"

const sent: { address: string; key: string | undefined }[] = []
let answers: (Response | Error)[] = []

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  sent.length = 0
  answers = []
  const kept = new Map<string, string>()
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal("fetch", async (address: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ address, key: headers["idempotency-key"] })
    const answer = answers.shift() ?? Response.json({})
    if (answer instanceof Error) throw answer
    return answer
  })
})

const add = (text: string) => call(notesContract.add, { text }).catch((error: Error) => error.message)
const failure = (status: number, code: string) => Response.json({ code, message: code }, { status })
const keys = () => sent.map(({ key }) => key)

describe("call", () => {
  it("sends a key with each change, another for each, and none with reads and before signing in", async () => {
    await add("first")
    await add("first")
    await call(notesContract.list, {})
    await call(sessionContract.signIn, { email: "ana@example.test", password: "a password" }).catch(() => {})

    const [one, two, ...others] = keys()
    expect(one).toMatch(/^[0-9a-f]{32}$/)
    expect(two).toMatch(/^[0-9a-f]{32}$/)
    expect(two).not.toBe(one)
    expect(others).toEqual([undefined, undefined])
  })

  it("keeps the key while nobody knows what became of the change, also for whoever tries again after a reload", async () => {
    answers = [new TypeError("the network is gone"), failure(503, "unavailable"), Response.json({})]

    for (const _ of [1, 2, 3]) await add("kept")
    await add("kept")

    const [first, second, third, fourth] = keys()
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it("asks again by itself where the first request is at work or its outcome open", async () => {
    answers = [failure(503, "outcome_unknown"), failure(409, "in_progress"), Response.json({ id: "1", text: "done" })]

    expect(await add("asked again")).toEqual({ id: "1", text: "done" })
    expect(new Set(keys()).size).toBe(1)
    expect(sent).toHaveLength(3)
  })

  it("takes a new key after the server has said no", async () => {
    answers = [failure(409, "conflict")]

    await add("refused")
    await add("refused")

    expect(new Set(keys()).size).toBe(2)
  })

  it("lets two changes with the same words run beside each other", async () => {
    await Promise.all([add("twice"), add("twice")])

    expect(new Set(keys()).size).toBe(2)
  })
})
