import { sessionContract } from "@countersign/core/contract"
import { meOptions, useForm } from "@countersign/core/web"
import { AuthPage, Button, Field, Form, TextInput, TextLink } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

export default function ForgotPasswordPage() {
  const { data: me } = useQuery(meOptions())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <TextLink href="/sign-in">Back to sign in</TextLink>

  if (me && !me.passwordResetByMail)
    return (
      <AuthPage title="Ask an administrator" footer={back}>
        <title>Reset the password · Countersign</title>
        <p className="text-prose">
          This installation sends no mail. An administrator can make a link for you under Settings, People; it lets you
          choose a new password once.
        </p>
      </AuthPage>
    )
  if (sentTo)
    return (
      <AuthPage title="Look into your mail" footer={back}>
        <title>Reset the password · Countersign</title>
        <p className="text-prose">
          If {sentTo} belongs to somebody here, a link to choose a new password is on its way. It works once.
        </p>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Reset the password"
      description="We mail you a link with which you choose a new one."
      footer={back}
    >
      <title>Reset the password · Countersign</title>
      <RequestForm onSent={setSentTo} />
    </AuthPage>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm(sessionContract.requestPasswordReset, {
    values: () => ({ email: "" }),
    input: (values) => values,
    onDone: (_, { email }) => onSent(email.trim()),
  })
  return (
    <Form name="forgot-password" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
      <Field label="Email" path="email">
        <TextInput type="email" name="email" autoComplete="username" autoFocus {...form.text("email")} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
        Send the link
      </Button>
    </Form>
  )
}
