import { useState } from "react"
import {
  Button,
  ConfirmDialog,
  DangerAction,
  DangerZone,
  Field,
  RadioGroup,
  Select,
  SettingsPage,
  SettingsSection,
  Switch,
  TextInput,
} from "../src/index.ts"

export function SettingsExample() {
  const [name, setName] = useState("Payments")
  const [saved, setSaved] = useState("Payments")
  const [zone, setZone] = useState("Europe/Berlin")
  const [mail, setMail] = useState(true)
  const [chat, setChat] = useState(false)
  const [visibility, setVisibility] = useState<"all" | "team" | null>("all")
  const [deleting, setDeleting] = useState(false)

  return (
    <SettingsPage
      title="Team settings"
      description="Who belongs to Payments, what they may see, and how they are told."
    >
      <SettingsSection
        title="Name and zone"
        description="The name appears beside every system the team owns."
        dirty={name !== saved}
        saved
        onSave={() => setSaved(name)}
      >
        <Field
          label="Name"
          hint="Short enough to fit a table column."
          error={name ? undefined : "A team needs a name."}
        >
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Time zone" optional>
          <Select
            value={zone}
            onChange={setZone}
            options={[
              { value: "Europe/Berlin", label: "Europe/Berlin" },
              { value: "America/Bogota", label: "America/Bogota" },
            ]}
          />
        </Field>
      </SettingsSection>
      <SettingsSection
        title="Visibility"
        description="Private systems are seen only by teams that hold a grant on them."
        error="The change was based on version 3, and Ben saved version 4 a minute ago. Reload the section and try again."
        onSave={() => {}}
      >
        <RadioGroup
          label="Who sees the team's systems"
          value={visibility}
          onChange={setVisibility}
          options={[
            { value: "all", label: "Everyone who may read systems", hint: "The usual choice." },
            {
              value: "team",
              label: "Only teams with a grant",
              hint: "Others are told that the system does not exist.",
            },
          ]}
        />
      </SettingsSection>
      <SettingsSection title="Notifications" description="These take effect at once.">
        <Switch label="Mail" hint="When an incident touches a system of the team." checked={mail} onChange={setMail} />
        <Switch label="Chat" hint="Posts to #payments-alerts." checked={chat} onChange={setChat} />
      </SettingsSection>
      <DangerZone>
        <DangerAction
          title="Delete the team"
          action={
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete team
            </Button>
          }
        >
          Its five systems stay but belong to nobody. This cannot be undone.
        </DangerAction>
      </DangerZone>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete the team Payments?"
        description="Its five systems stay but belong to nobody. Members keep their accounts. This cannot be undone."
        confirmLabel="Delete team"
        typeToConfirm="Payments"
        onConfirm={() =>
          Promise.reject(new Error("Ana lacks the permission platform.team.manage. An administrator can grant it."))
        }
      />
    </SettingsPage>
  )
}
