import { type ToolExamples, toolExample } from "@countersign/testing"

export const styleExamples: ToolExamples = {
  "site.applyCss": toolExample({
    world: async () => ({}),
    input: () => ({ css: ".hero { color: red }", operation: "merge" }),
  }),
}
