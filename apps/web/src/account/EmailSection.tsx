import { sessionContract } from "@countersign/core/contract"
import { FormSection, useForm, useMe } from "@countersign/core/web"
import { Field, Notice, PasswordInput, SettingsSection, TextInput } from "@countersign/ui"
import { useState } from "react"

/** The address changes only once the link that goes to the new one was opened. */
export function EmailSection() {
  const me = useMe()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(sessionContract.requestEmailChange, {
    values: () => ({ email: "", password: "" }),
    input: ({ email, password }) => ({ email, ...(me.hasPassword ? { password } : {}) }),
    onDone: (_, { email }) => setSentTo(email.trim()),
  })
  if (!me.passwordResetByMail)
    return (
      <SettingsSection title="Email" description="What you sign in with.">
        <Field
          label="Email"
          hint="To change it, a link goes to the new address, but this installation sends no mail. An administrator can set a mail server under Settings, Mail."
        >
          <TextInput type="email" readOnly value={me.email ?? ""} />
        </Field>
      </SettingsSection>
    )
  return (
    <FormSection
      name="account-email"
      form={form}
      title="Email"
      description="What you sign in with. It changes when you open the link we mail to the new address; your other sessions end then."
      submitLabel="Mail the link"
    >
      <Field label="Email">
        <TextInput type="email" readOnly value={me.email ?? ""} />
      </Field>
      {sentTo && sentTo.toLowerCase() !== me.email && (
        <Notice tone="success" title="Look into your mail">
          A link is on its way to {sentTo}. It works once, within an hour; until then everything stays as it is.
        </Notice>
      )}
      <Field label="New address" path="email">
        <TextInput type="email" autoComplete="off" {...form.text("email")} />
      </Field>
      {me.hasPassword && (
        <Field label="Your password" path="password">
          <PasswordInput autoComplete="current-password" {...form.text("password")} />
        </Field>
      )}
    </FormSection>
  )
}
