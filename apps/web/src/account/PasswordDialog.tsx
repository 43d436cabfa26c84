import type { InputOf, OutputOf, sessionContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Field, PasswordInput } from "@countersign/ui"

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
  const form = useForm(props.procedure, {
    values: () => ({ password: "" }),
    input: (values) => values as InputOf<P>,
    onDone: props.onDone,
    alsoChanges: ["platform.person"],
  })
  return (
    <FormDialog
      name="password-again"
      form={form}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size="sm"
      submitLabel={props.action}
      submitVariant={props.danger ? "danger" : "primary"}
    >
      <Field label="Your password" path="password">
        <PasswordInput autoComplete="current-password" {...form.text("password")} />
      </Field>
    </FormDialog>
  )
}
