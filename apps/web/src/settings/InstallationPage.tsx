import {
  type OutputOf,
  peopleContract,
  personAccess,
  settingAccess,
  settingsContract,
} from "@countersign/core/contract"
import { FormSection, useCall, useCan, useForm } from "@countersign/core/web"
import {
  Combobox,
  Field,
  KeyValue,
  Notice,
  Select,
  SettingsPage,
  SettingsSection,
  Skeleton,
  TextInput,
  TextLink,
} from "@countersign/ui"
import { timeZones } from "../account/time-zones.ts"
import { MachineSection } from "./MachineSection.tsx"
import { SampleSection } from "./SampleSection.tsx"

type Settings = OutputOf<typeof settingsContract.getSettings>
type Retention = OutputOf<typeof peopleContract.getRetention>

export default function InstallationPage() {
  const can = useCan()
  const mayManagePeople = can(personAccess.manage)
  const { data: settings, error } = useCall(settingsContract.getSettings, {})
  const retention = useCall(peopleContract.getRetention, {}, { enabled: mayManagePeople })
  return (
    <SettingsPage title="Installation" description="What this Countersign is called, where it is, what it keeps.">
      {error && (
        <div className="py-6">
          <Notice tone="error">{error.message}</Notice>
        </div>
      )}
      {!settings && !error && (
        <div className="py-6">
          <Skeleton lines={6} label="Reading the settings" />
        </div>
      )}
      {settings && <NameSection settings={settings} mayManage={can(settingAccess.manage)} />}
      {settings && <AboutSection settings={settings} />}
      {can(settingAccess.manage) && <MachineSection />}
      {mayManagePeople && retention.data && <RetentionSection retention={retention.data} />}
      <SampleSection />
    </SettingsPage>
  )
}

function NameSection({ settings, mayManage }: { settings: Settings; mayManage: boolean }) {
  const form = useForm(settingsContract.updateSettings, {
    base: settings,
    values: (base) => ({ name: base.name, timeZone: base.timeZone }),
    input: (values, base) => ({ ...values, version: base.version }),
    labels: { name: "Name", timeZone: "Time zone" },
  })
  const zone = form.values.timeZone
  return (
    <FormSection
      name="installation"
      form={form}
      title="Name and time zone"
      description="The name stands in mails and on the sign-in page. Pages show times in each person's own zone; this one is for mails and scheduled work."
      readOnly={!mayManage}
    >
      <Field label="Name" path="name">
        <TextInput autoComplete="off" disabled={!mayManage} {...form.text("name")} />
      </Field>
      <Field label="Time zone" path="timeZone">
        <Combobox
          label="Time zone"
          clearable={false}
          disabled={!mayManage}
          options={timeZones()}
          value={{ id: zone, label: zone }}
          onChange={(option) => option && form.set("timeZone", option.id)}
        />
      </Field>
    </FormSection>
  )
}

function AboutSection({ settings }: { settings: Settings }) {
  return (
    <SettingsSection title="About" description="The address is set where the server is started, with PUBLIC_URL.">
      <KeyValue
        facts={[
          { label: "Version", value: __COUNTERSIGN_VERSION__ },
          { label: "Address", value: settings.publicUrl ?? "the one each request names" },
          {
            label: "API",
            value: (
              <TextLink href="/api/docs" external>
                Reference of all verbs
              </TextLink>
            ),
          },
        ]}
      />
    </SettingsSection>
  )
}

const DAYS = ["30", "90", "180", "365", "730"]

function RetentionSection({ retention }: { retention: Retention }) {
  const form = useForm(peopleContract.updateRetention, {
    base: retention,
    values: (base) => ({ eraseDisabledAfterDays: String(base.eraseDisabledAfterDays ?? "") }),
    input: (values, base) => ({
      eraseDisabledAfterDays: values.eraseDisabledAfterDays ? Number(values.eraseDisabledAfterDays) : null,
      version: base.version,
    }),
  })
  const current = form.values.eraseDisabledAfterDays
  const choices = [...new Set([...DAYS, current])].filter(Boolean).sort((a, b) => Number(a) - Number(b))
  return (
    <FormSection
      name="retention"
      form={form}
      title="Departed people"
      description="People who were disabled this long ago are erased by themselves: a pseudonym takes the place of their name and address."
    >
      <Field label="Erase disabled people" path="eraseDisabledAfterDays">
        <Select
          value={current}
          onChange={(value) => form.set("eraseDisabledAfterDays", value)}
          options={[
            { value: "", label: "never by itself" },
            ...choices.map((days) => ({ value: days, label: `after ${days} days` })),
          ]}
        />
      </Field>
    </FormSection>
  )
}
