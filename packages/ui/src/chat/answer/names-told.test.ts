import { describe, expect, it } from "vitest"
import { namesTold } from "./names-told.ts"

const told = (callId: string, text: string, more: { isError?: true } = {}) => ({
  blocks: [{ type: "tool-result" as const, callId, name: "incident.list", text, ...more }],
})
const parts = { namesIn: (_: string, text: string) => JSON.parse(text) as [string, string][] }

describe("namesTold", () => {
  it("knows what every tool of a conversation told of, and nothing of what was refused", () => {
    const messages = [
      told("1", '[["Checkout","/c"]]'),
      told("2", '[["Search","/s"]]'),
      told("3", '[["Gone","/g"]]', { isError: true }),
    ]
    expect([...namesTold(messages, parts)]).toEqual([
      ["Checkout", "/c"],
      ["Search", "/s"],
    ])
  })

  it("leads nowhere from a name that two things have, however often each was told of", () => {
    const messages = [
      told("1", '[["Slow","/1"],["Slow","/2"],["Down","/3"]]'),
      told("2", '[["Slow","/1"],["Down","/3"]]'),
    ]
    expect([...namesTold(messages, parts)]).toEqual([["Down", "/3"]])
  })
})
