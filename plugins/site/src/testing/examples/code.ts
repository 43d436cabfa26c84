import type { ToolExamples } from "@countersign/testing"

export const codeExamples: ToolExamples = {}
