import type { SpendEntry } from "./spend.ts"

/** A call of Ana's, about to be made. */
export function entryOf(connection: string, more: Partial<SpendEntry> = {}): SpendEntry {
  return {
    connection_id: connection,
    connection_label: "Claude",
    driver: "anthropic",
    model: "claude-opus-4-8",
    principal_kind: "user",
    principal_id: "ana",
    principal_name: "Ana",
    scope: "operate",
    purpose: "turn",
    conversation_id: null,
    turn_id: null,
    reserved_tokens: 100,
    reserved_usd: null,
    ...more,
  }
}
