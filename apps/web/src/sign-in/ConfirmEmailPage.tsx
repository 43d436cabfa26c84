import { sessionContract } from "@countersign/core/contract"
import { useForm } from "@countersign/core/web"
import { AuthPage, Button, Form, Notice, TextLink } from "@countersign/ui"
import { useState } from "react"
import { useOneTimeToken } from "./one-time-token.ts"

/** Asks for a click, because some mail servers open every link before its reader does. */
export default function ConfirmEmailPage() {
  const token = useOneTimeToken()
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const form = useForm(sessionContract.confirmEmailChange, {
    values: () => ({}),
    input: () => ({ token }),
    onDone: ({ email }) => setConfirmed(email),
    alsoChanges: ["platform.person"],
  })
  const footer = <TextLink href="/account">Go to your account</TextLink>
  if (confirmed)
    return (
      <AuthPage title="Your address is changed" footer={footer}>
        <title>Confirm your address · Countersign</title>
        <p className="text-prose">
          From now on you sign in with {confirmed}. Sessions in other browsers have ended; sign in there again.
        </p>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Confirm your address"
      description="You sign in with this address from then on, and sessions in other browsers end."
      footer={footer}
    >
      <title>Confirm your address · Countersign</title>
      <Form name="confirm-email" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
        {!token && <Notice tone="error">This address lacks its token. Open the link from the mail once more.</Notice>}
        <Button type="submit" variant="primary" size="lg" block busy={form.busy} disabled={!token}>
          Confirm the address
        </Button>
      </Form>
    </AuthPage>
  )
}
