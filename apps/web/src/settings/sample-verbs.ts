import { sampleAccess, type sampleContract } from "@countersign/core/contract"
import { verbsOf } from "@countersign/core/web"

// They are offered on the first page too, which loads no contract.
const verb = verbsOf<typeof sampleContract>("platform")
const access = sampleAccess.manage

export const sampleStatus = verb("sampleStatus", { access })
export const addSample = verb("addSample", { access, effect: "mutate" })
export const previewRemoveSample = verb("previewRemoveSample", { access })
export const removeSample = verb("removeSample", { access, effect: "destructive" })
