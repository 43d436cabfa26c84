import type { ToolExamples } from "@countersign/testing"

export const tokenExamples: ToolExamples = {}
