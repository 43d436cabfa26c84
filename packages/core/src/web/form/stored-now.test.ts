import { describe, expect, it } from "vitest"
import type { ErrorBody } from "../../contract/error-codes.ts"
import { CallError } from "../call.ts"
import { storedNow } from "./stored-now.ts"

const [first, second] = [
  { version: 1, name: "Old" },
  { version: 2, name: "New" },
]
const refusal = (more: Partial<ErrorBody> = {}) => new CallError({ code: "conflict", message: "Changed.", ...more })

describe("storedNow", () => {
  it.each([
    ["the record that came with the refusal", refusal({ current: second }), first, second],
    ["what was read since, where it was too large to come", refusal({ currentLeftOut: true }), second, second],
    ["nothing until something newer was read", refusal({ currentLeftOut: true }), first, null],
    ["nothing for a refusal that is about something else", refusal(), second, null],
    ["nothing for another error", new CallError({ code: "not_found", message: "Gone." }), second, null],
    ["nothing without an error", null, second, null],
  ])("is %s", (_, error, read, expected) => {
    expect(storedNow(error, first, read)).toEqual(expected)
  })
})
