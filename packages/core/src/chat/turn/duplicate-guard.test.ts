import { describe, expect, it } from "vitest"
import { ConflictError, RateLimitedError, ToolValidationError } from "../../errors.ts"
import { createDuplicateGuard } from "./duplicate-guard.ts"

describe("createDuplicateGuard", () => {
  it("knows a call again, whatever the order of its arguments", () => {
    const guard = createDuplicateGuard()

    expect(guard.seen("incident.resolve", { id: "7f3c", note: "Done." })).toBe(false)
    expect(guard.seen("incident.resolve", { note: "Done.", id: "7f3c" })).toBe(true)
    expect(guard.seen("incident.resolve", { id: "7f3d", note: "Done." })).toBe(false)
    expect(guard.seen("incident.reopen", { id: "7f3c", note: "Done." })).toBe(false)
  })

  it("does not count a draft that was sent back, and does count any other failure", () => {
    const guard = createDuplicateGuard()
    guard.seen("a.b", { x: 1 })
    guard.failed("a.b", { x: 1 }, new ToolValidationError([{ path: "x", message: "Too small." }]))
    guard.seen("a.c", { x: 1 })
    guard.failed("a.c", { x: 1 }, new ConflictError("It has changed."))

    expect(guard.seen("a.b", { x: 1 })).toBe(false)
    expect(guard.seen("a.c", { x: 1 })).toBe(true)
  })

  it("does not count a call that was refused for the number of calls: it was told to come again", () => {
    const guard = createDuplicateGuard()
    guard.seen("a.b", { x: 1 })
    guard.failed("a.b", { x: 1 }, new RateLimitedError("Wait 20 s and call again.", 20))

    expect(guard.seen("a.b", { x: 1 })).toBe(false)
    expect(guard.seen("a.b", { x: 1 })).toBe(true)
  })

  it("starts anew with each turn", () => {
    createDuplicateGuard().seen("a.b", {})
    expect(createDuplicateGuard().seen("a.b", {})).toBe(false)
  })
})
