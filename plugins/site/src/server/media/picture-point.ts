import { type DoctorPoint, UnavailableError } from "@countersign/core/server"
import { makeMedia } from "./make-media.ts"

/** One dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** Pictures need native code for the machine, which is a package beside the server and not in its bundle. */
export const picturePoint: DoctorPoint = {
  title: "Pictures",
  async run() {
    const [made] = await makeMedia([{ name: "dot.png", bytes: DOT }], { sizes: false }).catch((error) => {
      if (error instanceof UnavailableError) return [{ refused: "not installed" }]
      throw error
    })
    if (made && !("refused" in made)) return { state: "good", says: "this server can draw pictures for the site." }
    return {
      state: "bad",
      says: "this server cannot draw pictures, so nobody can add files to the site or import one.",
      remedy:
        "The packages sharp and @img with their parts for this machine have to lie in node_modules beside dist: install again with optional packages, or build the image anew.",
    }
  },
}
