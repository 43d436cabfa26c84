import { OIDC_PROBLEMS, type OidcProblem } from "@countersign/core/contract"
import { meOptions } from "@countersign/core/web"
import { AuthPage, Notice, TextLink } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { useRouter, useSearch } from "@tanstack/react-router"
import { useEffect } from "react"
import { safeReturn } from "../session.ts"
import { SignInForm } from "./SignInForm.tsx"

export default function SignInPage() {
  const router = useRouter()
  const search = useSearch({ strict: false }) as { return?: unknown; reset?: unknown; problem?: unknown }
  const back = safeReturn(search.return)
  const { data: me } = useQuery(meOptions())
  const signedIn = me?.kind === "user"
  const setUpNeeded = me?.setUpNeeded === true

  // Also when another tab signed in meanwhile.
  useEffect(() => {
    if (signedIn) router.history.replace(back)
    else if (setUpNeeded) router.history.replace("/set-up")
  }, [signedIn, setUpNeeded, back, router])

  return (
    <AuthPage title="Sign in" footer={<TextLink href="/forgot-password">I forgot my password</TextLink>}>
      <title>Sign in · Countersign</title>
      {search.reset !== undefined && (
        <Notice tone="success" className="mb-4">
          Your new password is set. Sign in with it.
        </Notice>
      )}
      {isProblem(search.problem) && (
        <Notice tone="error" className="mb-4">
          {OIDC_PROBLEMS[search.problem]}
        </Notice>
      )}
      <SignInForm next={back} onSignedIn={() => {}} />
    </AuthPage>
  )
}

function isProblem(key: unknown): key is OidcProblem {
  return typeof key === "string" && Object.hasOwn(OIDC_PROBLEMS, key)
}
