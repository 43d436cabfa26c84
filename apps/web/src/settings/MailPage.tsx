import { mailContract, type OutputOf } from "@countersign/core/contract"
import { FormSection, useCall, useChange, useForm, useMe } from "@countersign/core/web"
import {
  Button,
  ConfirmDialog,
  DangerAction,
  DangerZone,
  Field,
  LinkButton,
  Notice,
  PasswordInput,
  Select,
  SettingsPage,
  Skeleton,
  TextInput,
  useToast,
} from "@countersign/ui"
import { useState } from "react"

type Settings = OutputOf<typeof mailContract.getMailSettings>
type Encryption = Settings["encryption"]

const DESCRIPTION = "The server that invitations and reset links are sent through."

export default function MailPage() {
  const { data: settings, error } = useCall(mailContract.getMailSettings, {})
  if (error || !settings)
    return (
      <SettingsPage title="Mail" description={DESCRIPTION}>
        <div className="py-6">
          {error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={6} label="Reading the settings" />}
        </div>
      </SettingsPage>
    )
  return (
    <SettingsPage title="Mail" description={DESCRIPTION}>
      {!settings.configured && (
        <div className="py-4">
          <Notice title="No mail is sent yet">
            Until a server is set, invitations and reset links are shown to administrators, who hand them over.
          </Notice>
        </div>
      )}
      <ServerSection settings={settings} />
      {settings.configured && <TestSection settings={settings} />}
      {settings.configured && <RemoveSection settings={settings} />}
    </SettingsPage>
  )
}

const PORTS: Record<Encryption, number> = { tls: 465, starttls: 587, none: 25 }

function ServerSection({ settings }: { settings: Settings }) {
  const form = useForm(mailContract.updateMailSettings, {
    base: settings,
    values: (base) => ({
      host: base.host,
      port: String(base.port),
      encryption: base.encryption,
      username: base.username,
      password: "",
      forgetPassword: false,
      fromName: base.fromName,
      fromAddress: base.fromAddress,
    }),
    input: ({ password, forgetPassword, port, ...values }, base) => ({
      ...values,
      port: Number(port),
      version: base.version,
      ...(forgetPassword ? { password: null } : password ? { password } : {}),
    }),
    labels: LABELS,
  })
  const stored = settings.hasPassword && !form.values.forgetPassword

  function chooseEncryption(encryption: Encryption) {
    const usual = Object.values(PORTS).map(String)
    form.set("encryption", encryption)
    if (usual.includes(form.values.port)) form.set("port", String(PORTS[encryption]))
  }
  return (
    <FormSection
      name="mail-server"
      form={form}
      title="Server"
      description="What your mail provider or the operator of your relay told you. The password is sealed and never shown again."
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_110px]">
        <Field label="Host" path="host">
          <TextInput mono autoComplete="off" placeholder="smtp.example.com" {...form.text("host")} />
        </Field>
        <Field label="Port" path="port">
          <TextInput mono inputMode="numeric" autoComplete="off" {...form.text("port")} />
        </Field>
      </div>
      <Field label="Encryption" path="encryption">
        <Select
          value={form.values.encryption}
          onChange={(value) => chooseEncryption(value as Encryption)}
          options={[
            { value: "tls", label: "TLS from the start (usually port 465)" },
            { value: "starttls", label: "STARTTLS, required (usually port 587)" },
            { value: "none", label: "None, for a relay on your own network" },
          ]}
        />
      </Field>
      <Field label="User name" optional path="username">
        <TextInput autoComplete="off" {...form.text("username")} />
      </Field>
      <Field
        label="Password"
        optional
        path="password"
        hint={
          stored ? (
            <>
              One is stored. Leave this empty to keep it, or{" "}
              <LinkButton onClick={() => form.set("forgetPassword", true)}>remove it</LinkButton>.
            </>
          ) : form.values.forgetPassword ? (
            "The stored password is removed when you save."
          ) : undefined
        }
      >
        <PasswordInput autoComplete="off" {...form.text("password")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Sender's name" path="fromName">
          <TextInput autoComplete="off" {...form.text("fromName")} />
        </Field>
        <Field label="Sender's address" path="fromAddress">
          <TextInput
            type="email"
            autoComplete="off"
            placeholder="countersign@example.com"
            {...form.text("fromAddress")}
          />
        </Field>
      </div>
    </FormSection>
  )
}

const LABELS = {
  host: "Host",
  port: "Port",
  encryption: "Encryption",
  username: "User name",
  fromName: "Sender's name",
  fromAddress: "Sender's address",
}

function TestSection({ settings }: { settings: Settings }) {
  const me = useMe()
  const toast = useToast()
  const form = useForm(mailContract.sendTestMail, {
    values: () => ({ to: me.email ?? "" }),
    input: (values) => values,
    onDone: ({ to }) => toast.success(`${settings.host} took the test message for ${to}.`),
  })
  return (
    <FormSection
      name="mail-test"
      form={form}
      title="Test"
      description="Sends a message through the settings that are stored, so save first."
      submitLabel="Send a test message"
      isNew
    >
      <Field label="To" path="to">
        <TextInput type="email" {...form.text("to")} />
      </Field>
    </FormSection>
  )
}

function RemoveSection({ settings }: { settings: Settings }) {
  const [asking, setAsking] = useState(false)
  const remove = useChange(mailContract.removeMailSettings)
  return (
    <DangerZone>
      <DangerAction
        title="Stop sending mail"
        action={
          <Button variant="danger" onClick={() => setAsking(true)}>
            Forget the server
          </Button>
        }
      >
        Forgets the server and its password. Invitations are then handed over as links.
      </DangerAction>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Forget the mail server?"
        description="Nobody gets mail from here any more. The password cannot be recovered."
        confirmLabel="Forget the server"
        onConfirm={() => remove.mutateAsync({ version: settings.version })}
      />
    </DangerZone>
  )
}
