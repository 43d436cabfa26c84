import { defineAccess } from "@countersign/core/contract"

export const systemAccess = defineAccess(
  "catalog.system",
  {
    read: "See systems, their status and who to call",
    manage: { sentence: "Add, change and delete systems", implies: ["read"] },
  },
  { teamScoped: true },
)

export const groupAccess = defineAccess("catalog.group", {
  read: "See groups of systems",
  manage: { sentence: "Add, change and delete groups of systems", implies: ["read"] },
})

export const environmentAccess = defineAccess("catalog.environment", {
  read: "See environments and their fields",
  manage: { sentence: "Add, change and delete environments", implies: ["read"] },
})

/** On single systems it is held by a team's editor grant on the system (`catalog.system:<id>`). */
export const statusAccess = defineAccess(
  "catalog.status",
  { report: { sentence: "Report the status of systems", roles: ["operator"] } },
  { teamScoped: true },
)

/** On single systems it is held like the right to report. By itself it opens nothing to read: a key for CI needs no more. */
export const changeAccess = defineAccess(
  "catalog.change",
  { record: { sentence: "Record what changed in systems", roles: ["operator"] } },
  { teamScoped: true },
)
