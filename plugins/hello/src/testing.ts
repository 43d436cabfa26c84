import { defineTesting } from "@countersign/testing"
import { examples } from "./testing/examples.ts"

export const testing = defineTesting({
  examples,
  // A salutation is one of those that plugins brought, not words of anybody.
  writing: { makers: [["hello.greet", "greetingId"]], unwritten: ["hello.greet salutation"] },
  pages: () => [
    { name: "hello", path: "/hello" },
    { name: "hello settings", path: "/settings/hello" },
  ],
  forms: () => ({
    greet: { at: "/hello", wrong: ["Whom", "x".repeat(81)] },
    "hello-settings": { at: "/settings/hello", wrong: ["Signature", "x".repeat(41)] },
  }),
})
