import { metaOf, sampleContract, sessionContract } from "@countersign/core/contract"
import { expect, it } from "vitest"
import * as sessionVerbs from "./session-verbs.ts"
import * as sampleVerbs from "./settings/sample-verbs.ts"

it("the shell's verbs that are known by name say of themselves what their contract says", () => {
  const contract = { ...sessionContract, ...sampleContract }
  for (const [name, verb] of Object.entries({ ...sessionVerbs, ...sampleVerbs })) {
    const { id, effect, access } = metaOf(contract[name as keyof typeof contract])
    expect(metaOf(verb)).toMatchObject({ id, effect, access })
  }
})
