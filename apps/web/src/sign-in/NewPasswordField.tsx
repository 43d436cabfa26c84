import { MIN_PASSWORD_LENGTH } from "@countersign/core/contract"
import { Field, PasswordInput } from "@countersign/ui"

export function NewPasswordField(props: {
  label?: string
  value: string
  onChange(event: { target: { value: string } }): void
  path: string
  autoFocus?: boolean
}) {
  const { label = "Password", path, ...rest } = props
  return (
    <Field
      label={label}
      path={path}
      hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words are good.`}
    >
      <PasswordInput name="new-password" autoComplete="new-password" minLength={MIN_PASSWORD_LENGTH} {...rest} />
    </Field>
  )
}
