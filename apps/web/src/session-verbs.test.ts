import { metaOf, sessionContract } from "@countersign/core/contract"
import { expect, it } from "vitest"
import * as verbs from "./session-verbs.ts"

it("the frame's verbs say of themselves what their contract says", () => {
  for (const [name, verb] of Object.entries(verbs)) {
    const { id, effect, access } = metaOf(sessionContract[name as keyof typeof verbs])
    expect(metaOf(verb)).toMatchObject({ id, effect, access })
  }
})
