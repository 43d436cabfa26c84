import { passkey } from "@better-auth/passkey"
import { APIError, createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { betterAuth } from "better-auth/minimal"
import { z } from "zod"
import { UnauthenticatedError } from "../../errors.ts"
import { authDatabase } from "./auth-database.ts"
import { ADDRESS_HEADER } from "./auth-transaction.ts"
import type { SessionCookie } from "./session-cookie.ts"
import { COOKIE_MAX_AGE_SECONDS } from "./session-term.ts"

export type Auth = ReturnType<typeof createAuth>

/**
 * Better Auth keeps people, sessions and passkeys. Its HTTP handler is never mounted: verbs call `auth.api` inside
 * their own transaction, so every change has its audit row.
 */
export function createAuth(options: { cookie: SessionCookie; publicUrl: string | null }) {
  const { cookie, publicUrl } = options
  return betterAuth({
    appName: "Countersign",
    baseURL: publicUrl ?? "http://localhost",
    secret: cookie.key,
    database: authDatabase,
    session: {
      expiresIn: COOKIE_MAX_AGE_SECONDS,
      // Authentication slides sessions along by itself, on the database's clock.
      disableSessionRefresh: true,
      // Verbs that need a fresh proof of identity ask for the password instead.
      freshAge: 0,
    },
    advanced: {
      database: { generateId: "uuid" },
      // Our own prefix replaces Better Auth's `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: cookie.prefix,
      cookies: { session_token: { name: cookie.name } },
      defaultCookieAttributes: { secure: cookie.secure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [sessions(), passkeys(publicUrl)],
  })
}

/** Opens a session for somebody who has already proved who they are. */
function sessions() {
  return {
    id: "countersign-sessions",
    endpoints: {
      startSession: createAuthEndpoint.serverOnly(
        { method: "POST", body: z.object({ personId: z.uuid() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.personId)
          if (!user) throw new UnauthenticatedError("This account no longer exists.")
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { sessionId: session.id }
        },
      ),
    },
  }
}

/**
 * A passkey stands for both factors only if the authenticator checked who holds it (PIN, fingerprint), which the
 * plugin itself leaves optional.
 */
function passkeys(publicUrl: string | null) {
  return passkey({
    rpName: "Countersign",
    rpID: publicUrl ? new URL(publicUrl).hostname : "localhost",
    ...(publicUrl ? { origin: new URL(publicUrl).origin } : {}),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      afterVerification: ({ verification }) => demandUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => demandUserVerification(verification.authenticationInfo?.userVerified),
    },
  })
}

function demandUserVerification(verified: boolean | undefined): void {
  if (!verified)
    throw new APIError("FORBIDDEN", {
      message:
        "This authenticator did not check who you are. Set a PIN or a fingerprint on it, or sign in with your password.",
    })
}
