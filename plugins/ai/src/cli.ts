import type { CliFace } from "@countersign/core/cli"
import { evaluate } from "./cli/evaluate.ts"
import { indexDocs } from "./cli/index-docs.ts"

export const cli: CliFace = { title: "Assistant", commands: [evaluate, indexDocs] }
