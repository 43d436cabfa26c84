import { SystemId } from "@countersign/catalog/contract"
import { procedure } from "@countersign/core/contract"
import { z } from "zod"

/** What the platform asks of the plugin, beside what people do with incidents. */
export const upkeepProcedures = {
  addSample: procedure({
    summary: "Add sample incidents on the sample systems. Does nothing without those, or if they are there already.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ added: z.int() }),
  }),
  removeSample: procedure({
    summary: "Delete the sample incidents.",
    effect: "destructive",
    access: "internal",
    input: z.object({}),
    output: z.object({ removed: z.int() }),
  }),
  referToSample: procedure({
    summary: "Tell which incidents that people opened are about sample systems.",
    effect: "read",
    access: "internal",
    input: z.object({ resource: z.string().max(100), ids: z.array(z.uuid()).max(1_000) }),
    output: z.object({ references: z.array(z.object({ id: z.uuid(), by: z.string() })) }),
  }),
  erasePerson: procedure({
    summary: "Put a pseudonym in place of a departed person's name wherever incidents name them.",
    effect: "destructive",
    access: "internal",
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().trim().min(1).max(200) }),
    output: z.object({ renamed: z.int() }),
  }),
  foreseeSystemDeletion: procedure({
    summary: "Tell what deleting a system would do to incidents.",
    effect: "read",
    access: "internal",
    input: z.object({ id: SystemId }),
    output: z.object({ sentences: z.array(z.string()) }),
  }),
  forgetSystem: procedure({
    summary: "Take a deleted system out of the incidents that named it.",
    effect: "mutate",
    access: "internal",
    input: z.object({ systemId: SystemId, name: z.string().max(200) }),
    output: z.object({ incidents: z.int() }),
  }),
}
