import type { InputOf, OutputOf, sessionContract } from "@countersign/core/contract"
import { Button, Dialog, Field, PasswordInput } from "@countersign/ui"
import { useVerbForm } from "../form/use-verb-form.ts"

type AskingForPassword = {
  [Name in keyof typeof sessionContract]: InputOf<(typeof sessionContract)[Name]> extends { password: string }
    ? { password: string } extends InputOf<(typeof sessionContract)[Name]>
      ? (typeof sessionContract)[Name]
      : never
    : never
}[keyof typeof sessionContract]

/** Asks for the password once more before something that would hand the account to whoever sits at the screen. */
export function PasswordDialog<P extends AskingForPassword>(props: {
  procedure: P
  title: string
  description?: string
  action: string
  danger?: boolean
  onDone: (output: OutputOf<P>) => void
  onClose: () => void
}) {
  const form = useVerbForm(props.procedure, {
    values: () => ({ password: "" }),
    input: (values) => values as InputOf<P>,
    onDone: props.onDone,
    alsoChanges: ["platform.person"],
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.title}
      description={props.description}
      size="sm"
      onSubmit={form.submit}
      formName="password-again"
      failure={form.error}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant={props.danger ? "danger" : "primary"} busy={form.busy}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Your password" path="password">
          <PasswordInput autoComplete="current-password" {...form.text("password")} />
        </Field>
      </div>
    </Dialog>
  )
}
