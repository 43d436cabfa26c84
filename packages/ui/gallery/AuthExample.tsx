import { useState } from "react"
import { AuthPage, Button, Checkbox, Field, Notice, PasswordInput, TextInput, TextLink } from "../src/index.ts"

export function AuthExample() {
  const [stay, setStay] = useState(true)
  return (
    <AuthPage
      title="Sign in"
      description="Use the account your administrator invited."
      footer={
        <>
          No account yet? Ask an administrator for an invitation. <TextLink href="#systems">Read the guide</TextLink>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
        <Notice tone="error">This address and password do not match. After 5 tries the account waits a minute.</Notice>
        <Field label="Email">
          <TextInput type="email" autoComplete="username" defaultValue="ana.ruiz@example.org" />
        </Field>
        <Field
          label="Password"
          hint={
            <TextLink plain href="#auth">
              Forgot your password?
            </TextLink>
          }
        >
          <PasswordInput autoComplete="current-password" defaultValue="correct horse" />
        </Field>
        <Checkbox label="Stay signed in on this device" checked={stay} onChange={setStay} />
        <Button type="submit" variant="primary" block>
          Sign in
        </Button>
      </form>
    </AuthPage>
  )
}
