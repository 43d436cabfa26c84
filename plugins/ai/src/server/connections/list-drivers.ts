import { listDrivers as list } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const listDrivers = implement(aiContract.listDrivers, async () => ({ drivers: list() }))
