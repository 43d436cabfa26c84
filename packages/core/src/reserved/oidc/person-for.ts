import type { Ctx } from "../../access/ctx.ts"
import { withoutHidden } from "../../contract/text/hidden-characters.ts"
import { findLinkedPerson, linkPerson } from "../../identity/oidc/oidc-link-store.ts"
import type { StoredOidcProvider } from "../../identity/oidc/oidc-provider-store.ts"
import type { OidcClaims } from "../../identity/oidc/oidc-token.ts"
import { findCredential } from "../../identity/person-store.ts"
import { createPerson } from "../session/set-up/create-person.ts"
import { refuse } from "./oidc-refusal.ts"

export interface Arrival {
  person: { id: string; name: string }
  /** What was made, for the audit log; null for somebody who has been here before. */
  created: { id: string; name: string; email: string; roleIds: string[] } | null
  linked: boolean
}

/** Known by the link of an earlier sign-in, else by the verified address, else new where the provider may bring people. */
export async function personFor(ctx: Ctx, provider: StoredOidcProvider, claims: OidcClaims): Promise<Arrival> {
  const { email, subject } = claims
  if (!email || !claims.emailVerified)
    throw await refuse(ctx, "unverified", `${provider.name} did not vouch for an email address.`)
  const linkedId = await findLinkedPerson(ctx.tx, provider.id, subject)
  const known = await findCredential(ctx.tx, linkedId ? { personId: linkedId } : { email })
  if (!known) return create(ctx, provider, claims, email)

  const person = { id: known.personId, name: known.name }
  if (known.disabled) throw await refuse(ctx, "disabled", `${person.id} is disabled.`)
  if (linkedId) return { person, created: null, linked: false }
  if (!(await linkPerson(ctx.tx, provider.id, subject, person.id)))
    throw await refuse(ctx, "linked", `${person.id} is linked with another account at ${provider.name}.`)
  ctx.signal("platform.oidc")
  return { person, created: null, linked: true }
}

async function create(ctx: Ctx, provider: StoredOidcProvider, claims: OidcClaims, email: string): Promise<Arrival> {
  const { emailDomains, name } = provider
  if (provider.newPeople === "off")
    throw await refuse(ctx, "unknown", `The address belongs to nobody here, and ${name} brings no new people.`)
  const [mailbox = email, domain = ""] = splitAddress(email)
  if (emailDomains.length > 0 && !emailDomains.includes(domain))
    throw await refuse(ctx, "domain", `${name} brings no new people with an address at ${domain}.`)
  const roleIds = provider.roles.map((role) => role.id)
  const person = await createPerson(ctx, {
    name: withoutHidden(claims.name ?? "").trim() || mailbox,
    email,
    passwordHash: null,
    roleIds,
    teamIds: [],
    emailVerified: true,
  })
  await linkPerson(ctx.tx, provider.id, claims.subject, person.id)
  ctx.signal("platform.oidc")
  return { person, created: { ...person, roleIds }, linked: true }
}

function splitAddress(email: string): [string, string] {
  const at = email.lastIndexOf("@")
  return [email.slice(0, at), email.slice(at + 1)]
}
