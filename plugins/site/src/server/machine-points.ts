import type { DoctorPoint } from "@countersign/core/server"
import { type Made, makeMedia } from "./media/make-media.ts"

/** What the site needs of the machine: files that people bring are read in a process of its own, pictures with native code. */
export const machinePoints: readonly DoctorPoint[] = [
  {
    title: "Pictures",
    run: async () => pictureFinding((await makeMedia([{ name: "dot.png", bytes: DOT }], { sizes: true }))[0]!),
  },
]

/** Doubtful at worst: everything else works, and a site without pictures of its own needs none of it. */
export function pictureFinding(made: Made): Awaited<ReturnType<DoctorPoint["run"]>> {
  if (!("refused" in made)) return { state: "good", says: "those that people upload for the site can be prepared." }
  return {
    state: "doubtful",
    says: "this server cannot prepare any, so none can be uploaded for the site.",
    remedy: "Run npm install on this machine: what prepares them (the package sharp) is another one on every platform.",
  }
}

/** The smallest picture there is. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
)
