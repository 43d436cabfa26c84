import type { ToolExamples } from "@countersign/testing"
import { codeExamples } from "./examples/code.ts"
import { componentExamples } from "./examples/components.ts"
import { historyExamples } from "./examples/history.ts"
import { inspectExamples } from "./examples/inspect.ts"
import { mediaExamples } from "./examples/media.ts"
import { pageExamples } from "./examples/pages.ts"
import { publishExamples } from "./examples/publish.ts"
import { readExamples } from "./examples/read.ts"
import { structureExamples } from "./examples/structure.ts"
import { styleExamples } from "./examples/style.ts"
import { tokenExamples } from "./examples/tokens.ts"

export const examples: ToolExamples = {
  ...readExamples,
  ...structureExamples,
  ...styleExamples,
  ...codeExamples,
  ...mediaExamples,
  ...pageExamples,
  ...tokenExamples,
  ...publishExamples,
  ...historyExamples,
  ...componentExamples,
  ...inspectExamples,
}
