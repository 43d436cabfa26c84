import { z } from "zod"
import { Instant, pageInput, pageOf } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { secretAccess } from "./access.ts"

export { secretAccess } from "./access.ts"

export const SecretName = z
  .string()
  .regex(/^[a-z][a-z0-9._-]{0,63}$/, "Takes 1 to 64 of a-z, 0-9, dot, dash and underscore, a letter first.")

/** A stored secret as anybody ever sees it. The value has no way out. */
export const Secret = z.object({
  name: z.string(),
  setAt: Instant,
  setBy: z.object({ id: z.string(), name: z.string() }),
})
export type Secret = z.infer<typeof Secret>

export const secretsContract = defineContract("platform", {
  listSecrets: procedure({
    summary: "List the stored secrets by name, with who set them and when.",
    effect: "read",
    access: secretAccess.read,
    input: z.object({ ...pageInput(["name", "setAt"]), text: z.string().trim().max(100).optional() }),
    output: pageOf(Secret),
  }),
  setSecret: procedure({
    summary: "Store a secret under a name, or replace the one that is there. Its value is never shown again.",
    effect: "mutate",
    access: secretAccess.manage,
    input: z.object({ name: SecretName, value: z.string().min(1).max(32_768) }),
    output: Secret,
  }),
  deleteSecret: procedure({
    summary: "Delete a secret. Whatever refers to it stops working.",
    effect: "destructive",
    access: secretAccess.manage,
    input: z.object({ name: SecretName }),
    output: z.object({ name: z.string() }),
  }),
})
