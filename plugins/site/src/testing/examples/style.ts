import { type ToolExamples, toolExample } from "@countersign/testing"
import { boundToPage, freeName } from "./a-page.ts"
import { aRule } from "./read.ts"

export const styleExamples: ToolExamples = {
  "site.applyCss": toolExample({
    world: aRule,
    input: (_, w) => ({ css: `.hero { margin: ${w.random()}px }`, operation: "merge" }),
    meant: ["operation", "selectors", "properties"],
    changeUnrelated: boundToPage.changeUnrelated,
  }),
  "site.assignClass": toolExample({
    world: aRule,
    input: ({ listId, document }) => ({ nodeId: listId, document, classId: "hero" }),
    meant: ["nodeId", "document", "classId"],
    ...boundToPage,
  }),
  "site.removeClass": toolExample({
    world: aRule,
    input: ({ sectionId, document }) => ({ nodeId: sectionId, document, classId: "hero" }),
    meant: ["nodeId", "document", "classId"],
    ...boundToPage,
  }),
  "site.renameClass": toolExample({
    world: aRule,
    input: (_, w) => ({ classId: "hero", to: `c${freeName(w)}` }),
    meant: ["classId", "to"],
    changeUnrelated: boundToPage.changeUnrelated,
  }),
}
