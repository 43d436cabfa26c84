import { type ToolExamples, toolExample } from "@countersign/testing"
import { helloContract } from "../contract.ts"

/** One working call of each tool: the conformance suite runs them all. */
export const examples: ToolExamples = {
  "hello.list": toolExample({
    world: async (w) => ({ greeting: (await w.call(helloContract.greet, { to: "Ben" })).id }),
    input: () => ({}),
  }),
  "hello.listCapabilities": toolExample({ world: async () => ({}), input: () => ({}) }),
  "hello.getCapabilitySchema": toolExample({ world: async () => ({}), input: () => ({ kind: "formal" }) }),
  "hello.greet": toolExample({
    world: async () => ({}),
    input: () => ({ to: "Ben" }),
    changeUnrelated: (w) => w.call(helloContract.greet, { to: "Cleo" }),
    unshown: ["id", "from", "at"],
  }),
}
