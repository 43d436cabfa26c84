import { addSample } from "./add-sample.ts"
import { previewRemoveSample } from "./preview-remove-sample.ts"
import { removeSample } from "./remove-sample.ts"
import { sampleStatus } from "./sample-status.ts"

export const sampleVerbs = {
  sampleStatus,
  addSample,
  previewRemoveSample,
  removeSample,
}
