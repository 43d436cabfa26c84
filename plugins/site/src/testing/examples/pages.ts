import type { ToolExamples } from "@countersign/testing"

export const pageExamples: ToolExamples = {}
