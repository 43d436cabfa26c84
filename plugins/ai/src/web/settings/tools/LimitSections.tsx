import { FormSection, useForm } from "@countersign/core/web"
import { Checkbox, Field, TagInput, TextInput } from "@countersign/ui"
import { type AiSettings, aiContract } from "../../../contract.ts"

type Limits = Omit<AiSettings, "version">

/** One setting at a time: what others are changed to meanwhile stays. */
function useLimit<Name extends keyof Limits>(settings: AiSettings, name: Name) {
  const form = useForm(aiContract.updateSettings, {
    base: settings,
    values: (base): { value: Limits[Name] } => ({ value: base[name] }),
    input: ({ value }, { version }) => ({ [name]: value, version }),
    mergesFields: true,
    labels: { value: "Setting" },
  })
  return { form, value: form.values.value, set: (value: Limits[Name]) => form.set("value", value) }
}

/** A limit that is a number is typed as text: only then the box shows every key. */
function useNumberLimit(settings: AiSettings, name: "callsPerMinute" | "deleteArchivedAfterDays") {
  return useForm(aiContract.updateSettings, {
    base: settings,
    values: (base) => ({ text: base[name] === null ? "" : String(base[name]) }),
    input: ({ text }, { version }) => ({
      [name]: name === "deleteArchivedAfterDays" && text.trim() === "" ? null : Number(text),
      version,
    }),
    check: ({ text }) => (/^\d*$/.test(text.trim()) ? [] : [{ path: name, message: "Write a whole number." }]),
    mergesFields: true,
    labels: { text: "Setting" },
  })
}

export function AllowedHostsSection({ settings }: { settings: AiSettings }) {
  const { form, value, set } = useLimit(settings, "allowedHosts")
  return (
    <FormSection
      name="limit-hosts"
      form={form}
      title="Where data may go"
      description="Tools that fetch or send something reach these hosts without a signature. Everywhere else is signed, unless the person named the place in the conversation. After the assistant has read text from outside, only addresses that the person wrote go by themselves, and hosts that end in /* here."
    >
      <Field
        label="Hosts"
        path="allowedHosts"
        hint="A host, a host with its port, or all below one: *.example.com. With /* at its end, any path and query may be sent there. Enter adds one."
      >
        <TagInput value={value} onChange={set} validate={checkHost} placeholder="status.example.com" />
      </Field>
    </FormSection>
  )
}

function checkHost(text: string): string | null {
  if (/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/\*)?$/i.test(text)) return null
  return `"${text}" is not a host. Leave out https:// and the path: status.example.com.`
}

export function TrustColleaguesSection({ settings }: { settings: AiSettings }) {
  const { form, value, set } = useLimit(settings, "trustColleagues")
  return (
    <FormSection
      name="limit-colleagues"
      form={form}
      title="What colleagues wrote"
      description="Conversations that apply changes by themselves ask for a signature once the assistant has read what others wrote, because their words may steer it. Text from outside always asks. What people wrote who could manage what they wrote on need not."
    >
      <Checkbox label="Trust what colleagues wrote" checked={value} onChange={set} />
    </FormSection>
  )
}

export function CallsSection({ settings }: { settings: AiSettings }) {
  const form = useNumberLimit(settings, "callsPerMinute")
  return (
    <FormSection
      name="limit-calls"
      form={form}
      title="How often"
      description="Calls of tools that one person, with everything that acts for them, or one application may make in a minute. Over it, calls are refused until the minute is over."
    >
      <Field label="Calls a minute" path="callsPerMinute" hint="From 1 to 10,000." className="max-w-40">
        <TextInput inputMode="numeric" {...form.text("text")} />
      </Field>
    </FormSection>
  )
}

export function RemindersSection({ settings }: { settings: AiSettings }) {
  const { form, value, set } = useLimit(settings, "remindAfterMinutes")
  return (
    <FormSection
      name="limit-reminders"
      form={form}
      title="Reminders"
      description="A proposal that waits this many minutes is mailed to everyone who may sign it, once for each number. People can switch the mails off for themselves."
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
    </FormSection>
  )
}

export function ArchivedSection({ settings }: { settings: AiSettings }) {
  const form = useNumberLimit(settings, "deleteArchivedAfterDays")
  return (
    <FormSection
      name="limit-archived"
      form={form}
      title="Archived conversations"
      description="A conversation that somebody deletes is archived, and everything said in it is kept, unless you choose a number of days here."
    >
      <Field
        label="Delete for good after days"
        path="deleteArchivedAfterDays"
        hint="From 1 to 3,650. Empty keeps them."
        className="max-w-60"
      >
        <TextInput inputMode="numeric" {...form.text("text")} />
      </Field>
    </FormSection>
  )
}

export function OwnersMayDeleteSection({ settings }: { settings: AiSettings }) {
  const { form, value, set } = useLimit(settings, "ownersMayDelete")
  return (
    <FormSection
      name="limit-deleting"
      form={form}
      title="Deleting for good"
      description="Whether people may delete archived conversations of their own for good. The audit log keeps what the tools did."
    >
      <Checkbox label="People may delete their archived conversations for good" checked={value} onChange={set} />
    </FormSection>
  )
}

function checkMinutes(text: string, others: readonly number[]): string | null {
  if (others.length >= 5) return "Five reminders are the most."
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1_440) return null
  return `"${text}" is not a number of minutes between 0 and 1,440.`
}
