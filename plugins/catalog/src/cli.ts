import type { CliFace } from "@countersign/core/cli"
import { importCommand } from "./cli/import-command.ts"

export const cli: CliFace = { title: "Catalog", commands: [importCommand] }
