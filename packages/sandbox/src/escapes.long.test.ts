import { expect, it } from "vitest"
import { examineMachine } from "./machine.ts"
/** The same attacks with nothing beside them, held to half a second. */
import "./escapes.test.ts"

// Else the layer that keeps most in would be attacked by nobody, and nobody would know.
it("has bubblewrap to attack: apt-get install bubblewrap", async () => {
  const { launch, missingForShell } = await examineMachine()
  expect(missingForShell).toEqual([])
  expect(launch.bubblewrap).toBe(true)
})
