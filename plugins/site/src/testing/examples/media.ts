import { type ToolExamples, toolExample } from "@countersign/testing"

/** There are no bytes in an example's world, so the library is as empty as others leave it. */
export const mediaExamples: ToolExamples = {
  "site.listMedia": toolExample({ world: async () => ({}), input: () => ({ kind: "picture", limit: 5 }) }),
}
