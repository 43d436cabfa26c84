import { defineTesting } from "@countersign/testing"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  seed,
  pages,
  dialogs,
  forms,
  access: matrix,
})
