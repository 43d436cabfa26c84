import { readFileSync } from "node:fs"
import { metaOf } from "@countersign/core/contract"
import { expect, it } from "vitest"
import { plugins } from "../plugins.ts"

it("says in ARCHITECTURE.md which procedures owe no audit row, and where they are recorded", () => {
  const architecture = readFileSync(new URL("../../../../ARCHITECTURE.md", import.meta.url), "utf8")
  const recorded = plugins
    .flatMap(({ contract }) => Object.values(contract))
    .map(metaOf)
    // Whatever changes a draft is in the log of that draft: one word for all of them stays true when another one comes.
    .flatMap(({ id, draft, recordedIn }) => {
      const what = draft ? `the draft of \`${id.split(".")[0]}\`` : `\`${id}\``
      return recordedIn ? [`${what} in \`${recordedIn}\``] : []
    })

  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.filter((words) => !architecture.includes(words))).toEqual([])
})
