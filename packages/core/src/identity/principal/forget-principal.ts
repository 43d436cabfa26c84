/** Whose cached rights are stale: one person's, one application's, or everybody's (a role or rule changed). */
export type PrincipalKey = `user:${string}` | `application:${string}` | "all"

interface Changing {
  afterCommit(work: () => void): void
  readonly runtime: { readonly identity: { forget(key: PrincipalKey): void } }
}

/**
 * Every verb that changes sessions, roles, teams, grants or whether somebody may come in owes this call: pods keep
 * principals for a few seconds, and forget them at once when told.
 */
export function forgetPrincipal(ctx: Changing, key: PrincipalKey): void {
  ctx.afterCommit(() => ctx.runtime.identity.forget(key))
}
