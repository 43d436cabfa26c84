import { type OutputOf, sessionContract } from "@countersign/core/contract"
import { useCall, useForm } from "@countersign/core/web"
import { AuthPage, Button, Field, Form, Notice, Skeleton, TextInput, TextLink, Time } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { enter } from "../session.ts"
import { NewPasswordField } from "./NewPasswordField.tsx"
import { useOneTimeToken } from "./one-time-token.ts"

export default function InvitationPage() {
  const token = useOneTimeToken()
  const { data: invitation, error } = useCall(sessionContract.describeInvitation, { token: token || "missing" })

  if (error)
    return (
      <AuthPage title="This invitation does not work" footer={<TextLink href="/sign-in">Sign in</TextLink>}>
        <title>Invitation · Countersign</title>
        <Notice tone="error">{error.message}</Notice>
      </AuthPage>
    )
  if (!invitation)
    return (
      <AuthPage title="Join Countersign">
        <title>Invitation · Countersign</title>
        <Skeleton lines={4} label="Reading the invitation" />
      </AuthPage>
    )
  return <JoinForm key={token} token={token} invitation={invitation} />
}

function JoinForm({
  token,
  invitation,
}: {
  token: string
  invitation: OutputOf<typeof sessionContract.describeInvitation>
}) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm(sessionContract.acceptInvitation, {
    values: () => ({ name: invitation.name, password: "" }),
    input: (values) => ({ token, ...values }),
    onDone: () => void enter(client).then(() => router.history.replace("/")),
  })
  return (
    <AuthPage
      title="Join Countersign"
      description={
        <>
          {invitation.invitedBy ?? "An administrator"} invited you. The invitation ends{" "}
          <Time instant={invitation.expiresAt} />.
        </>
      }
    >
      <title>Invitation · Countersign</title>
      <Form name="invitation" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
        <Field label="Email">
          <TextInput type="email" name="email" autoComplete="username" readOnly value={invitation.email} />
        </Field>
        <Field label="Your name" path="name">
          <TextInput name="name" autoComplete="name" autoFocus {...form.text("name")} />
        </Field>
        <NewPasswordField {...form.text("password")} path="password" />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Join
        </Button>
      </Form>
    </AuthPage>
  )
}
