import { z } from "zod"
import { canonicalId, GRANT_LEVELS } from "../access.ts"
import { defineContract, procedure } from "../procedure.ts"
import { Named } from "./people.ts"

export const Sharing = z.object({
  resource: z.string(),
  thingId: z.string(),
  name: z.string().nullable(),
  /** Reached by grant only, by administrators too. */
  private: z.boolean(),
  grants: z.array(z.object({ team: Named, level: z.enum(GRANT_LEVELS) })),
  /** Whether the reader may change grants and privacy: an owner of this very thing, or one who manages teams. */
  mayChange: z.boolean(),
})
export type Sharing = z.infer<typeof Sharing>

/** `resource` is `<plugin>.<resource>`, e.g. `catalog.system`. */
const thing = z.object({
  resource: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+\.[a-zA-Z0-9]+$/, "A resource has the form <plugin>.<resource>."),
  thingId: z.string().min(1).max(200).transform(canonicalId),
})

// Open to everyone signed in, because an owner's grant on the one thing decides: the handlers ask for it.
export const sharingContract = defineContract("platform", {
  getSharing: procedure({
    summary: "Tell which teams a thing is shared with and whether it is private to them.",
    effect: "read",
    access: "signedIn",
    input: thing,
    output: Sharing,
  }),
  setGrant: procedure({
    summary: "Give a team a level on a thing, change the level, or take the grant back.",
    effect: "mutate",
    revokes: true,
    access: "signedIn",
    input: thing.extend({ teamId: z.uuid(), level: z.enum(GRANT_LEVELS).nullable() }),
    output: Sharing,
  }),
  setPrivate: procedure({
    summary: "Make a thing private to its teams, or open it to everyone whose permissions reach it.",
    effect: "mutate",
    revokes: true,
    access: "signedIn",
    input: thing.extend({ private: z.boolean() }),
    output: Sharing,
  }),
})
