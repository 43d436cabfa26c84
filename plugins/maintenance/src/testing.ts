import { defineTesting } from "@countersign/testing"
import { examples } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"
import { windowsInTests } from "./testing/things.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
  writing: {
    ...windowsInTests.writing,
    // Rules and zones are no words of anybody's.
    unwritten: ["create", "update"].flatMap((verb) => [`maintenance.${verb} rrule`, `maintenance.${verb} timeZone`]),
  },
  unmarked: {
    "maintenance.window_link": "Seen only within its window, with its whole address beside it.",
  },
  ranked: windowsInTests.ranked,
})
