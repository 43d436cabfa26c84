import type { ToolExamples } from "@countersign/testing"

export const historyExamples: ToolExamples = {}
