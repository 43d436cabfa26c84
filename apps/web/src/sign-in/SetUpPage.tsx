import { sessionContract } from "@countersign/core/contract"
import { meOptions, useForm } from "@countersign/core/web"
import { AuthPage, Button, ButtonLink, Field, Form, TextInput } from "@countersign/ui"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { enter } from "../session.ts"
import { NewPasswordField } from "./NewPasswordField.tsx"
import { useOneTimeToken } from "./one-time-token.ts"

export default function SetUpPage() {
  const { data: me } = useQuery(meOptions())
  if (me && !me.setUpNeeded)
    return (
      <AuthPage title="This installation is set up">
        <title>Set up · Countersign</title>
        <p className="mb-4 text-prose">
          The first administrator exists already. Sign in, or ask an administrator for an invitation.
        </p>
        <ButtonLink href="/" variant="primary" size="lg" block>
          Go on
        </ButtonLink>
      </AuthPage>
    )
  return <SetUpForm />
}

function SetUpForm() {
  const client = useQueryClient()
  const router = useRouter()
  const linkCode = useOneTimeToken()
  const form = useForm(sessionContract.setUp, {
    values: () => ({ code: linkCode, name: "", email: "", password: "" }),
    input: (values) => values,
    onDone: () => void enter(client).then(() => router.history.replace("/")),
  })

  return (
    <AuthPage
      title="Set up Countersign"
      description="Create the first administrator. Everyone else is invited from inside."
    >
      <title>Set up · Countersign</title>
      <Form name="set-up" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
        {(!linkCode || form.failure?.body?.issues?.some(({ path }) => path === "code")) && (
          <Field
            label="Set-up code"
            hint="The server printed it, in a link, when it first started. Look at its output or log."
            path="code"
          >
            <TextInput mono name="code" autoComplete="off" autoFocus={!linkCode} {...form.text("code")} />
          </Field>
        )}
        <Field label="Your name" path="name">
          <TextInput name="name" autoComplete="name" autoFocus={linkCode !== ""} {...form.text("name")} />
        </Field>
        <Field label="Email" path="email">
          <TextInput type="email" name="email" autoComplete="username" {...form.text("email")} />
        </Field>
        <NewPasswordField {...form.text("password")} path="password" />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Create the administrator
        </Button>
      </Form>
    </AuthPage>
  )
}
