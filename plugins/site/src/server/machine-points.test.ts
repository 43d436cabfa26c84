import { expect, it } from "vitest"
import { examinePoints } from "../../../../packages/core/src/access/points/doctor.ts"
import { machinePoints, pictureFinding } from "./machine-points.ts"

it("says whether pictures can be prepared on this machine, by preparing one", async () => {
  expect(await examinePoints([{ doctor: machinePoints }])).toEqual([
    { subject: "Pictures", state: "good", says: "those that people upload for the site can be prepared." },
  ])
})

it("says what to install where they cannot", () => {
  expect(pictureFinding({ refused: "It could not be read." })).toMatchObject({
    state: "doubtful",
    remedy: expect.stringContaining("npm install"),
  })
})
