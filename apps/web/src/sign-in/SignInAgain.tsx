import { sessionContract } from "@countersign/core/contract"
import { call } from "@countersign/core/web"
import { AuthPage, LinkButton } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { createPortal } from "react-dom"
import { enter, leaveAllTabs, readMe } from "../session.ts"
import { SignInForm } from "./SignInForm.tsx"

/**
 * Covers everything once the session is over. What lies underneath keeps its state, open dialogs included, and is
 * there again for the same person after signing in.
 */
export default function SignInAgain({ email, personId }: { email: string; personId: string }) {
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  // Back from a tab in which somebody signed in with a provider.
  useEffect(() => {
    async function look() {
      const { kind, id } = await call(sessionContract.me, {})
      if (kind === "user" && id === personId) await enter(client)
    }
    const onFocus = () => void look().catch(() => {})
    window.addEventListener("focus", onFocus)
    return () => window.removeEventListener("focus", onFocus)
  }, [client, personId])

  async function check() {
    const me = await readMe(client)
    // Somebody else: nothing of the person before may stay on the screen.
    if (me.id !== personId) location.assign("/")
  }

  return createPortal(
    // Clicks and focus in here must not look like "outside" to a dialog underneath, which would close and lose its text.
    <dialog
      ref={dialog}
      aria-label="Sign in again"
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-canvas text-ink backdrop:bg-canvas"
      onCancel={(event) => event.preventDefault()}
      onPointerDown={(event) => event.stopPropagation()}
      onFocus={(event) => event.stopPropagation()}
    >
      <AuthPage
        title="Sign in again"
        description="Your session is over. What you were doing is still here behind this page."
        footer={<LinkButton onClick={leaveAllTabs}>Sign in as somebody else</LinkButton>}
      >
        <SignInForm email={email} fixedEmail onSignedIn={() => void check()} />
      </AuthPage>
    </dialog>,
    document.body,
  )
}
