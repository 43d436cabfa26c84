import { defineTesting } from "@countersign/testing"
import { examples } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  examples,
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
})
