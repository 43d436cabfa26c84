import { sessionContract } from "@countersign/core/contract"
import { FormSection, useForm, useMe } from "@countersign/core/web"
import { Field, PasswordInput, SettingsPage, SettingsSection, TextInput, useToast } from "@countersign/ui"
import { NewPasswordField } from "../sign-in/NewPasswordField.tsx"
import { AppearanceSection } from "./AppearanceSection.tsx"
import { ConnectedAppsSection } from "./ConnectedAppsSection.tsx"
import { EmailSection } from "./EmailSection.tsx"
import { PasskeysSection } from "./PasskeysSection.tsx"
import { SecondFactorSection } from "./SecondFactorSection.tsx"
import { SessionsSection } from "./SessionsSection.tsx"

export default function AccountPage() {
  return (
    <SettingsPage title="Account" description="Your own name, address, password and devices.">
      <ProfileSection />
      <EmailSection />
      <AppearanceSection />
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SessionsSection />
      <ConnectedAppsSection />
    </SettingsPage>
  )
}

function ProfileSection() {
  const me = useMe()
  const base = { name: me.name, version: me.version ?? 0 }
  const form = useForm(sessionContract.updateProfile, {
    base,
    values: (from) => ({ name: from.name }),
    input: (values, from) => ({ name: values.name, version: from.version }),
    alsoChanges: ["platform.person"],
    labels: { name: "Name" },
  })
  return (
    <FormSection name="account-profile" form={form} title="Profile" description="How others see you.">
      <Field label="Name" path="name">
        <TextInput autoComplete="name" {...form.text("name")} />
      </Field>
    </FormSection>
  )
}

function PasswordSection() {
  const me = useMe()
  const toast = useToast()
  const form = useForm(sessionContract.changePassword, {
    values: () => ({ currentPassword: "", newPassword: "" }),
    input: (values) => values,
    alsoChanges: ["platform.session"],
    onDone: () => toast.success("Your password is changed.", "Your other sessions have ended."),
  })
  if (!me.hasPassword)
    return (
      <SettingsSection title="Password" description="You sign in with a provider and have no password here.">
        <p className="text-muted">
          To choose one, sign out and take “I forgot my password” on the sign-in page, or ask an administrator for a
          link.
        </p>
      </SettingsSection>
    )
  return (
    <FormSection
      name="account-password"
      form={form}
      title="Password"
      description="Changing it ends every other session of yours."
      submitLabel="Change password"
    >
      {/* Password managers pair the new password with this address. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email ?? ""} />
      <Field label="Current password" path="currentPassword">
        <PasswordInput autoComplete="current-password" {...form.text("currentPassword")} />
      </Field>
      <NewPasswordField label="New password" {...form.text("newPassword")} path="newPassword" />
    </FormSection>
  )
}
