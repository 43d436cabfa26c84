import { createHash } from "node:crypto"
import { z } from "zod"
import type { Caller } from "../access/ctx.ts"
import { taintHolder } from "../audit/tool-taint.ts"
import { ForbiddenError } from "../errors.ts"
import { openJson, sealJson } from "../proposals/proposal-store.ts"
import { canonicalJson } from "../secrets/canonical-json.ts"
import { type SealedPlace, unstored } from "../secrets/sealed-place.ts"

/**
 * What a client brings back with its second request. Sealed, so it can neither be read nor made up, and bound to the
 * proposal, to the one who asked, and to the call: brought by anybody else or with other arguments it opens nothing.
 * How often it is brought does not matter, because a proposal is applied once.
 */
const SigningState = z.strictObject({
  use: z.literal("mcp signing v1"),
  proposalId: z.uuid(),
  /** For a form: what the client confirms with. */
  token: z.string().nullable(),
  asker: z.string(),
  call: z.string(),
})
export type SigningState = z.infer<typeof SigningState>

export interface ToolCall {
  name: string
  arguments?: Record<string, unknown> | undefined
}

export function sealState(caller: Caller, call: ToolCall, proposalId: string, token: string | null): string {
  const state: SigningState = {
    use: "mcp signing v1",
    proposalId,
    token,
    asker: askerOf(caller),
    call: digestOf(call),
  }
  return sealJson(caller.runtime.secrets.keyring, state, placeOf(caller))
}

/** Throws for whatever it did not seal for this caller; the client is told no more than that. */
export function openState(caller: Caller, sealed: string): SigningState {
  const state = SigningState.parse(openJson(caller.runtime.secrets.keyring, sealed, placeOf(caller)))
  if (state.asker !== askerOf(caller)) throw new ForbiddenError("This state belongs to another client.")
  return state
}

export function isStateOf(state: SigningState, call: ToolCall): boolean {
  return state.call === digestOf(call)
}

function placeOf(caller: Caller): SealedPlace {
  return unstored("mcp signing", askerOf(caller))
}

/** The application, or the one connection of a person's app. */
function askerOf({ principal }: Caller): string {
  return taintHolder(principal)
}

function digestOf({ name, arguments: passed = {} }: ToolCall): string {
  return createHash("sha256")
    .update(`${name}\n${canonicalJson(passed)}`)
    .digest("base64url")
}
