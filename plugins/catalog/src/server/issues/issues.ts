import { collectIssues, implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"

export const issues = implement(catalogContract.issues, async (ctx, { limit }) => collectIssues(ctx, limit))
