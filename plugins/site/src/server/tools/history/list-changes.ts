import { implement } from "@countersign/core/server"
import { siteContract } from "../../../contract.ts"
import { describeCommands } from "../../describe-commands.ts"
import { latestChanges } from "./turn-store.ts"

export const listChanges = implement(siteContract.listChanges, async (ctx, { limit = 20 }) => ({
  changes: (await latestChanges(ctx.tx, limit)).map(({ commands, turn, ...change }) => ({
    ...change,
    turnId: turn,
    what: describeCommands(commands),
  })),
}))
