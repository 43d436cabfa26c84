import { helloPlugin } from "@countersign/hello/server"
import { describe, expect, it } from "vitest"
import { instructionsOf } from "./instructions.ts"

describe("what a client reads before it uses a tool", () => {
  it("says in each plugin's own words what there is, and how changes wait for a signature", () => {
    const told = instructionsOf([helloPlugin])

    expect(told).toContain("Greetings that people left for each other are kept here.")
    expect(told).toContain("a person signs or declines at signUrl")
    expect(instructionsOf([])).not.toContain("Greetings")
  })
})
