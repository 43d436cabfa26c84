import { useChange, useLeaveGuard } from "@countersign/core/web"
import { Checkbox, Field, LeaveDialog, SettingsSection, TagInput, TextInput } from "@countersign/ui"
import { useState } from "react"
import { type AiSettings, aiContract } from "../../../contract.ts"

type Limits = Omit<AiSettings, "version">

/** One setting at a time. A save that came late reads the newer settings and keeps what was typed. */
function useLimit<Name extends keyof Limits>(settings: AiSettings, name: Name) {
  const [typed, setTyped] = useState<Limits[Name] | null>(null)
  const change = useChange(aiContract.updateSettings, { onDone: () => setTyped(null) })
  const value = typed ?? settings[name]
  const dirty = typed !== null && JSON.stringify(typed) !== JSON.stringify(settings[name])
  return {
    value,
    set: (next: Limits[Name]) => {
      setTyped(next)
      change.reset()
    },
    section: {
      dirty,
      saving: change.isPending,
      saved: change.isSuccess,
      failure: change.error,
      onSave: () => change.mutate({ [name]: value, version: settings.version }),
    },
    guard: <LeaveDialog {...useLeaveGuard(dirty)} />,
  }
}

export function AllowedHostsSection({ settings }: { settings: AiSettings }) {
  const { value, set, section, guard } = useLimit(settings, "allowedHosts")
  return (
    <SettingsSection
      formName="limit-hosts"
      title="Where data may go"
      description="Tools that fetch or send something reach these hosts without a signature. Everywhere else is signed, unless the person named the place in the conversation. After the assistant has read text from outside, only addresses that the person wrote go by themselves, and hosts that end in /* here."
      {...section}
    >
      <Field
        label="Hosts"
        path="allowedHosts"
        hint="A host, a host with its port, or all below one: *.example.com. With /* at its end, any path and query may be sent there. Enter adds one."
      >
        <TagInput value={value} onChange={set} validate={checkHost} placeholder="status.example.com" />
      </Field>
      {guard}
    </SettingsSection>
  )
}

function checkHost(text: string): string | null {
  if (/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/\*)?$/i.test(text)) return null
  return `"${text}" is not a host. Leave out https:// and the path: status.example.com.`
}

export function TrustColleaguesSection({ settings }: { settings: AiSettings }) {
  const { value, set, section, guard } = useLimit(settings, "trustColleagues")
  return (
    <SettingsSection
      formName="limit-colleagues"
      title="What colleagues wrote"
      description="Conversations that apply changes by themselves ask for a signature once the assistant has read what others wrote, because their words may steer it. Text from outside always asks. What people wrote who could manage what they wrote on need not."
      {...section}
    >
      <Checkbox label="Trust what colleagues wrote" checked={value} onChange={set} />
      {guard}
    </SettingsSection>
  )
}

export function CallsSection({ settings }: { settings: AiSettings }) {
  const { value, set, section, guard } = useLimit(settings, "callsPerMinute")
  return (
    <SettingsSection
      formName="limit-calls"
      title="How often"
      description="Calls of tools that one person, with everything that acts for them, or one application may make in a minute. Over it, calls are refused until the minute is over."
      {...section}
    >
      <Field label="Calls a minute" path="callsPerMinute" hint="From 1 to 10,000." className="max-w-40">
        <TextInput
          inputMode="numeric"
          value={Number.isNaN(value) ? "" : String(value)}
          onChange={(event) => set(Number.parseInt(event.target.value, 10))}
        />
      </Field>
      {guard}
    </SettingsSection>
  )
}

export function RemindersSection({ settings }: { settings: AiSettings }) {
  const { value, set, section, guard } = useLimit(settings, "remindAfterMinutes")
  return (
    <SettingsSection
      formName="limit-reminders"
      title="Reminders"
      description="A proposal that waits this many minutes is mailed to everyone who may sign it, once for each number. People can switch the mails off for themselves."
      {...section}
    >
      <Field
        label="Minutes"
        path="remindAfterMinutes"
        hint="Up to five numbers; none means no mails. Mails need a server under Settings, Mail."
      >
        <TagInput
          value={value.map(String)}
          onChange={(tags) => set([...new Set(tags.map(Number))].sort((a, b) => a - b))}
          validate={(text) => checkMinutes(text, value)}
          placeholder="5"
        />
      </Field>
      {guard}
    </SettingsSection>
  )
}

export function ArchivedSection({ settings }: { settings: AiSettings }) {
  const days = useLimit(settings, "deleteArchivedAfterDays")
  const { value } = days
  return (
    <SettingsSection
      formName="limit-archived"
      title="Archived conversations"
      description="A conversation that somebody deletes is archived, and everything said in it is kept, unless you choose a number of days here."
      {...days.section}
    >
      <Field
        label="Delete for good after days"
        path="deleteArchivedAfterDays"
        hint="From 1 to 3,650. Empty keeps them."
        className="max-w-60"
      >
        <TextInput
          inputMode="numeric"
          value={value === null || Number.isNaN(value) ? "" : String(value)}
          onChange={(event) => {
            const text = event.target.value.trim()
            days.set(text === "" ? null : Number.parseInt(text, 10))
          }}
        />
      </Field>
      {days.guard}
    </SettingsSection>
  )
}

export function OwnersMayDeleteSection({ settings }: { settings: AiSettings }) {
  const { value, set, section, guard } = useLimit(settings, "ownersMayDelete")
  return (
    <SettingsSection
      formName="limit-deleting"
      title="Deleting for good"
      description="Whether people may delete archived conversations of their own for good. The audit log keeps what the tools did."
      {...section}
    >
      <Checkbox label="People may delete their archived conversations for good" checked={value} onChange={set} />
      {guard}
    </SettingsSection>
  )
}

function checkMinutes(text: string, others: readonly number[]): string | null {
  if (others.length >= 5) return "Five reminders are the most."
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1_440) return null
  return `"${text}" is not a number of minutes between 0 and 1,440.`
}
