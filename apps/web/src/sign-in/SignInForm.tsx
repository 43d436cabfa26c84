import { sessionContract } from "@countersign/core/contract"
import { CallError, call, useForm } from "@countersign/core/web"
import { Button, Field, Form, LinkButton, Notice, PasswordInput, TextInput } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { useState } from "react"
import { enter } from "../session.ts"
import { ProviderButtons } from "./ProviderButtons.tsx"
import { getPasskey, passkeysWork, wasCancelled } from "./passkey.ts"

export interface SignInFormProps {
  email?: string
  /** The address stays as given: somebody signs in again where they were. */
  fixedEmail?: boolean
  /** Where whoever signs in with a provider lands, since they leave this page. */
  next?: string
  onSignedIn(): void
}

export function SignInForm({ email = "", fixedEmail = false, next = "/", onSignedIn }: SignInFormProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<"password" | "secondFactor">("password")
  async function finish() {
    await enter(client)
    onSignedIn()
  }
  if (step === "secondFactor") return <SecondFactorStep onDone={finish} onBack={() => setStep("password")} />
  return (
    <PasswordStep
      email={email}
      fixedEmail={fixedEmail}
      next={next}
      onSecondFactor={() => setStep("secondFactor")}
      onDone={finish}
    />
  )
}

function PasswordStep(props: {
  email: string
  fixedEmail: boolean
  next: string
  onSecondFactor: () => void
  onDone: () => Promise<void>
}) {
  const form = useForm(sessionContract.signIn, {
    values: () => ({ email: props.email, password: "" }),
    input: (values) => values,
    onDone: ({ status }) => void (status === "secondFactor" ? props.onSecondFactor() : props.onDone()),
  })
  return (
    <Form name="sign-in" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
      <Field label="Email" path="email">
        <TextInput
          type="email"
          name="email"
          autoComplete="username webauthn"
          autoFocus={!props.fixedEmail}
          readOnly={props.fixedEmail}
          {...form.text("email")}
        />
      </Field>
      <Field label="Password" path="password">
        <PasswordInput
          name="password"
          autoComplete="current-password"
          autoFocus={props.fixedEmail}
          {...form.text("password")}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
        Sign in
      </Button>
      {passkeysWork() && <PasskeyButton onDone={props.onDone} />}
      {/* Where somebody signs in again, the page behind must stay. */}
      <ProviderButtons next={props.next} newTab={props.fixedEmail} />
    </Form>
  )
}

function SecondFactorStep({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const [backup, setBackup] = useState(false)
  const form = useForm(sessionContract.verifySecondFactor, {
    values: () => ({ code: "" }),
    input: (values) => values,
    onDone: () => void onDone(),
  })
  return (
    <Form name="second-factor" failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-4">
      <Field
        label={backup ? "Backup code" : "Code"}
        hint={
          backup
            ? "One of the codes you stored when you set up the app. Each works once."
            : "Six digits, from your authenticator app."
        }
        path="code"
      >
        <TextInput
          key={String(backup)}
          mono
          autoFocus
          name="code"
          autoComplete="one-time-code"
          inputMode={backup ? "text" : "numeric"}
          {...form.text("code")}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
        Continue
      </Button>
      <div className="flex justify-between">
        <LinkButton onClick={() => setBackup(!backup)}>{backup ? "Use the app" : "Use a backup code"}</LinkButton>
        <LinkButton onClick={onBack}>Start over</LinkButton>
      </div>
    </Form>
  )
}

function PasskeyButton({ onDone }: { onDone: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function signIn() {
    setBusy(true)
    setFailure(null)
    try {
      const { options } = await call(sessionContract.startPasskeySignIn, {})
      await call(sessionContract.finishPasskeySignIn, { response: await getPasskey(options) })
      await onDone()
    } catch (error) {
      if (!wasCancelled(error)) setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button size="lg" block icon={<KeyRound />} busy={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  )
}

function explain(error: unknown): string {
  if (error instanceof CallError) return error.message
  return "The browser did not hand over a passkey. Try again, or sign in with your password."
}
