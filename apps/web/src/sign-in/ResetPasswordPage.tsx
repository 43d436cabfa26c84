import { sessionContract } from "@countersign/core/contract"
import { useForm } from "@countersign/core/web"
import { AuthPage, Button, Form, Notice, TextLink } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { NewPasswordField } from "./NewPasswordField.tsx"
import { useOneTimeToken } from "./one-time-token.ts"

export default function ResetPasswordPage() {
  const router = useRouter()
  const token = useOneTimeToken()
  const form = useForm(sessionContract.resetPassword, {
    values: () => ({ password: "" }),
    input: ({ password }) => ({ token, password }),
    onDone: () => router.history.replace("/sign-in?reset=done"),
  })
  const back = <TextLink href="/forgot-password">Ask for a new link</TextLink>

  return (
    <AuthPage title="Choose a new password" description="Every session of yours ends, on all devices." footer={back}>
      <title>Choose a new password · Countersign</title>
      <Form name="reset-password" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
        {!token && <Notice tone="error">This address lacks its token. Open the link from the mail once more.</Notice>}
        <NewPasswordField label="New password" autoFocus {...form.text("password")} path="password" />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Set the password
        </Button>
      </Form>
    </AuthPage>
  )
}
