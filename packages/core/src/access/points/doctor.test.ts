import { expect, it } from "vitest"
import { type DoctorPoint, examinePoints } from "./doctor.ts"

const point = (title: string, run: DoctorPoint["run"]): DoctorPoint => ({ title, run })

it("says of every point what it found, in order, also of one that fails or never ends", async () => {
  const sandbox = point("Sandbox", async () => ({
    state: "bad",
    says: "there is none.",
    remedy: "Install bubblewrap.",
  }))
  const broken = point("Broken", () => Promise.reject(new Error("No such file.")))
  const silent = point("Silent", () => new Promise(() => {}))
  const ping = point("Ping", async () => ({ state: "good", says: "works." }))

  const findings = await examinePoints([{ doctor: [sandbox, broken] }, {}, { doctor: [silent, ping] }], 50)

  expect(findings).toMatchObject([
    { subject: "Sandbox", state: "bad", says: "there is none.", remedy: "Install bubblewrap." },
    { subject: "Broken", state: "doubtful", says: "this could not be looked at: No such file." },
    { subject: "Silent", state: "doubtful", says: "this could not be looked at: it did not end in time." },
    { subject: "Ping", state: "good", says: "works." },
  ])
})
