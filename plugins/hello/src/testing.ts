import { defineTesting } from "@countersign/testing"
import { examples } from "./testing/examples.ts"

export const testing = defineTesting({
  examples,
  // A salutation is one of those that plugins brought, and settings are told by no tool.
  writing: { makers: [["hello.greet", "greetingId"]], unwritten: ["hello.greet salutation", "hello.updateSettings"] },
  pages: () => [
    { name: "hello", path: "/hello" },
    { name: "hello settings", path: "/settings/hello" },
  ],
  forms: () => ({
    greet: { at: "/hello", wrong: ["Whom", "x".repeat(81)] },
    "hello-settings": { at: "/settings/hello", wrong: ["Signature", "x".repeat(41)] },
  }),
})
