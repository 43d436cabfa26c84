import type { Ctx } from "../../access/ctx.ts"
import type { ErrorCode } from "../../contract/error-codes.ts"
import { OIDC_PROBLEMS, type OidcProblem } from "../../contract/platform/oidc.ts"
import { PlatformError } from "../../errors.ts"
import { writeRefusal } from "../session/refuse.ts"

/** Somebody who came back from a provider is turned away. The key travels to the sign-in page, the note stays here. */
export class OidcRefusal extends PlatformError {
  readonly problem: OidcProblem
  /** Where the person wanted to go: they may still come in another way. */
  next = "/"

  constructor(problem: OidcProblem) {
    super(CODES[problem] ?? "forbidden", OIDC_PROBLEMS[problem])
    this.problem = problem
  }
}

const CODES: Partial<Record<OidcProblem, ErrorCode>> = {
  cancelled: "unauthenticated",
  expired: "unauthenticated",
  untrusted: "unauthenticated",
  unreachable: "unavailable",
}

/** `throw await refuse(...)`: written down with what only administrators should read. */
export async function refuse(ctx: Ctx, problem: OidcProblem, note: string): Promise<OidcRefusal> {
  await writeRefusal(ctx, note)
  return new OidcRefusal(problem)
}

/** The sign-in page that says what was wrong. */
export function problemPage(error: PlatformError): string {
  const back = error instanceof OidcRefusal && error.next !== "/" ? `&return=${encodeURIComponent(error.next)}` : ""
  return `/sign-in?problem=${problemOf(error)}${back}`
}

function problemOf(error: PlatformError): OidcProblem {
  if (error instanceof OidcRefusal) return error.problem
  return error.code === "rate_limited" ? "limited" : "failed"
}
