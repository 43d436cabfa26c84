import { systemParent } from "@countersign/catalog/testing"
import { timelineTesting } from "@countersign/testing"
import { incidentContract } from "../contract.ts"

// Who did it and when: the signer's name and moment, which no card can know.
export const UNSHOWN = ["id", "openedBy", "openedAt", "resolvedAt"]

export const incidentsInTests = timelineTesting({
  type: "incident.incident",
  contract: incidentContract,
  parent: systemParent,
  async make(call, systemIds, words = { title: "Checkout fails", description: "" }) {
    const rest = { severity: "major", healthOverride: "degraded" } as const
    return (await call(incidentContract.create, { ...words, ...rest, systemIds })).id
  },
  unshown: UNSHOWN,
})
