import { DeletedSystem } from "@countersign/catalog/contract"
import { foreseeProcedure, procedure, sampleProcedures } from "@countersign/core/contract"
import { z } from "zod"

/** What the platform asks of the plugin, beside what people do with incidents. */
export const upkeepProcedures = {
  ...sampleProcedures("incidents"),
  foreseeSystemDeletion: foreseeProcedure("Tell what deleting a system would do to incidents."),
  forgetSystem: procedure({
    summary: "Take a deleted system out of the incidents that named it.",
    effect: "mutate",
    access: "internal",
    input: DeletedSystem,
    output: z.object({ incidents: z.int() }),
  }),
}
