import type { MatrixOptions } from "@countersign/testing"
import { windowsInTests } from "./things.ts"

const { matrix: shared } = windowsInTests
const [things, ...entries] = shared.hidden

export const matrix: MatrixOptions = {
  ...shared,
  hidden: [{ ...things!, at: [...things!.at, "maintenance.preview.exceptId"] }, ...entries],
  inputs: {
    ...shared.inputs,
    "maintenance.create": { title: "Patching", minutes: 30 },
    "maintenance.preview": { startsAt: "2100-01-04T10:00:00Z", endsAt: "2100-01-04T11:00:00Z" },
  },
}
