import { describe, expect, it } from "vitest"
import { ForbiddenError, InvalidInputError, NotFoundError, ToolValidationError } from "../errors.ts"
import { asFeedback } from "./as-feedback.ts"

describe("asFeedback", () => {
  it("turns what a verb refuses as unfitting into feedback, at the path the verb or else the preview names", async () => {
    const fail = (error: Error) => asFeedback("systemIds", () => Promise.reject(error))

    await expect(fail(new NotFoundError("No such system."))).rejects.toMatchObject({
      name: "ToolValidationError",
      message: "No such system.",
      issues: [{ path: "systemIds", message: "No such system." }],
    })
    await expect(
      fail(new InvalidInputError("Taken. Choose another.", [{ path: "name", message: "Taken." }])),
    ).rejects.toMatchObject({ issues: [{ path: "name", message: "Taken. Choose another." }] })
  })

  it("leaves missing rights, faults and feedback as they are", async () => {
    for (const error of [new ForbiddenError("No."), new Error("Oops"), new ToolValidationError([])])
      await expect(asFeedback("id", () => Promise.reject(error))).rejects.toBe(error)
  })
})
