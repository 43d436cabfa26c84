import { addSample } from "./add-sample.ts"
import { removeSample } from "./remove-sample.ts"
import { sampleStatus } from "./sample-status.ts"

export const sampleVerbs = {
  sampleStatus,
  addSample,
  removeSample,
}
