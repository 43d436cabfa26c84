import { defineTool, leanResult } from "@countersign/core/server"
import { changes } from "../changes/changes.ts"
import { quotedInChange } from "./quoted.ts"

export const changesTool = defineTool({
  name: "changes",
  describe: ({ systemIds }, say) =>
    `Looked at what changed in ${say.names(systemIds, "a system", "systems") ?? "systems"}`,
  verb: changes,
  description:
    "List what was changed in systems on purpose, such as deployments, the latest first. Call it when something broke, with " +
    "`from` somewhat before it did, to see what happened shortly before: near in time is a hint, not a cause. Narrow it by " +
    "`systemIds` from catalog.listSystems, never names. `release` is the version that was brought. Only what somebody or a " +
    "pipeline recorded is there. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => result?.items.flatMap(quotedInChange) ?? [],
  projectResult: (page) => leanResult(page, { drop: ["recorder"], longest: 300 }),
})
