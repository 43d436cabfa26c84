import { sessionContract } from "@countersign/core/contract"
import { useMe } from "@countersign/core/web"
import { Field, PasswordInput, SettingsPage, SettingsSection, TextInput, useToast } from "@countersign/ui"
import { FormNotices } from "../form/FormNotices.tsx"
import { LeaveGuard } from "../form/LeaveGuard.tsx"
import { useVerbForm } from "../form/use-verb-form.ts"
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
  const form = useVerbForm(sessionContract.updateProfile, {
    base,
    values: (from = base) => ({ name: from.name }),
    input: (values, from = base) => ({ name: values.name, version: from.version }),
    nextBase: ({ name, version }): typeof base | undefined => ({ name, version }),
    alsoChanges: ["platform.person"],
  })
  return (
    <SettingsSection
      title="Profile"
      description="How others see you."
      onSave={form.submit}
      formName="account-profile"
      failure={form.error}
      saving={form.busy}
      dirty={form.dirty}
      saved={form.saved}
    >
      <Field label="Name" path="name">
        <TextInput autoComplete="name" {...form.text("name")} />
      </Field>
      <FormNotices form={form} labels={{ name: "Name" }} />
      <LeaveGuard dirty={form.dirty} />
    </SettingsSection>
  )
}

function PasswordSection() {
  const me = useMe()
  const toast = useToast()
  const form = useVerbForm(sessionContract.changePassword, {
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
    <SettingsSection
      title="Password"
      description="Changing it ends every other session of yours."
      onSave={form.submit}
      formName="account-password"
      failure={form.error}
      saveLabel="Change password"
      saving={form.busy}
      dirty={form.dirty}
    >
      {/* Password managers pair the new password with this address. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email ?? ""} />
      <Field label="Current password" path="currentPassword">
        <PasswordInput autoComplete="current-password" {...form.text("currentPassword")} />
      </Field>
      <NewPasswordField label="New password" {...form.text("newPassword")} path="newPassword" />
    </SettingsSection>
  )
}
