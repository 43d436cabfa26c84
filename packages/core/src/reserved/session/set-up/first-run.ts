import type { Caller } from "../../../access/ctx.ts"
import type { Transport } from "../../../contract/effect.ts"
import { type Principal, servicePrincipal } from "../../../identity/principal/principal.ts"
import { createFirstAdministrator } from "./create-first-administrator.ts"
import { issueSetUpCode } from "./issue-set-up-code.ts"

interface Running {
  caller(principal: Principal, transport: Transport): Caller
}

/** Creates the administrator named by the environment if nobody exists yet; tells whether it did. */
export async function ensureFirstAdministrator(
  platform: Running,
  input: { email: string; password: string; name?: string },
): Promise<boolean> {
  const { created } = await createFirstAdministrator(platform.caller(servicePrincipal("platform"), "cli"), input)
  return created
}

/** A one-time code for the set-up page; null once somebody exists. */
export async function setUpCode(platform: Running): Promise<string | null> {
  const { code } = await issueSetUpCode(platform.caller(servicePrincipal("platform"), "cli"), {})
  return code
}
