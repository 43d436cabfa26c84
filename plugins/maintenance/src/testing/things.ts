import { systemParent } from "@countersign/catalog/testing"
import { timelineTesting } from "@countersign/testing"
import { maintenanceContract } from "../contract.ts"

const HOUR = 60 * 60_000
export const inHours = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString()

// Who did it and when: the signer's name and moment, which no card can know. The times of a window that begins now as well.
export const UNSHOWN = ["id", "createdBy", "createdAt", "occurrenceAt", "status"]

export const windowsInTests = timelineTesting({
  type: "maintenance.window",
  contract: maintenanceContract,
  parent: systemParent,
  async make(call, systemIds, words = { title: "Patching", description: "" }) {
    const times = { startsAt: inHours(5), endsAt: inHours(6) }
    return (await call(maintenanceContract.create, { ...words, systemIds, ...times })).id
  },
  unshown: UNSHOWN,
})
