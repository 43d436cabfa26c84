import { z } from "zod"
import { Instant, pageInput, pageOf } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { secretAccess } from "./access.ts"

export { secretAccess } from "./access.ts"

/** `STATUS_PASSWORD`, `deploy.token`. Upper and lower case are the same name; the spelling of whoever set it first stays. */
export const SecretName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9._-]{0,63}$/,
    "Takes 1 to 64 letters a-z, digits, dots, dashes and underscores, a letter first.",
  )

const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** `api.example.com`, `*.example.com` for all below it, or one address. Never a range: a secret is for a host that somebody knows. */
export const SecretHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, "A host has at most 253 characters.")
  .superRefine((host, ctx) => {
    if (isAddress(host)) return
    const name = host.startsWith("*.") ? host.slice(2) : host
    if (!HOST_NAME.test(name) || /^[\d.]+$/.test(name))
      ctx.addIssue("Takes a host such as api.example.com or *.example.com, without https:// and without a port.")
    else if (name !== host && !name.includes("."))
      ctx.addIssue(`*.${name} is too wide: name a domain below it, such as *.example.${name}.`)
  })

function isAddress(host: string): boolean {
  return z.ipv4().safeParse(host).success || z.ipv6().safeParse(host).success
}

const SecretHosts = z.array(SecretHost).max(50, "A secret may go to at most 50 hosts.")

/** A stored secret as anybody ever sees it. The value has no way out. */
export const Secret = z.object({
  name: z.string(),
  /** Where it may be sent. None: nowhere. */
  hosts: z.array(z.string()),
  setAt: Instant,
  setBy: z.object({ id: z.string(), name: z.string() }),
})
export type Secret = z.infer<typeof Secret>

export const secretsContract = defineContract("platform", {
  listSecrets: procedure({
    summary: "List the stored secrets by name, with where they may go, who set them and when.",
    effect: "read",
    access: secretAccess.read,
    input: z.object({ ...pageInput(["name", "setAt"]), text: z.string().trim().max(100).optional() }),
    output: pageOf(Secret),
  }),
  setSecret: procedure({
    summary:
      "Store a secret under a name, or replace the one that is there. Its value is never shown again. Hosts that are left out stay; a new secret without them may go nowhere.",
    effect: "mutate",
    access: secretAccess.manage,
    input: z.object({ name: SecretName, value: z.string().min(1).max(32_768), hosts: SecretHosts.optional() }),
    output: Secret,
  }),
  setSecretHosts: procedure({
    summary: "Change where a stored secret may go. Its value stays. No hosts: nowhere.",
    effect: "mutate",
    access: secretAccess.manage,
    input: z.object({ name: SecretName, hosts: SecretHosts }),
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
