import { readFileSync } from "node:fs"
import { metaOf } from "@countersign/core/contract"
import { expect, it } from "vitest"
import { plugins } from "../plugins.ts"

it("says in ARCHITECTURE.md which procedures owe no audit row, and where they are recorded", () => {
  const architecture = readFileSync(new URL("../../../../ARCHITECTURE.md", import.meta.url), "utf8")
  const recorded = plugins
    .flatMap(({ contract }) => Object.values(contract))
    .map(metaOf)
    .flatMap(({ id, recordedIn }) => (recordedIn ? [`\`${id}\` in \`${recordedIn}\``] : []))

  expect(recorded.filter((words) => !architecture.includes(words))).toEqual([])
})
