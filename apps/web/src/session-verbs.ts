import type { sessionContract } from "@countersign/core/contract"
import { verbsOf } from "@countersign/core/web"

// What the frame itself does, by name: its contract is no part of the first load.
const verb = verbsOf<typeof sessionContract>("platform")

export const signOut = verb("signOut", { effect: "mutate", access: "anyone" })
export const updatePreferences = verb("updatePreferences", { effect: "mutate", access: "person" })
