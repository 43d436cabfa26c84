import { randomUUID } from "node:crypto"

/** Ours, as providers repeat theirs. Node keeps random UUIDs in store, where other random bytes are a call each. */
export function newCallId(): string {
  return `call_${randomUUID().replaceAll("-", "").slice(0, 18)}`
}
