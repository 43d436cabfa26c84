import type { InputOf } from "@countersign/core/contract"
import {
  choicesFrom,
  type Edited,
  EditedProposal,
  PageForm,
  ThingPicker,
  useForm,
  useNamedThing,
  useRegistry,
  useUrlState,
  useVisibilityChoices,
  type Visibility,
} from "@countersign/core/web"
import {
  Field,
  LinkButton,
  Notice,
  type Option,
  RadioGroup,
  SEVERITY_WORDS,
  SegmentedControl,
  Select,
  Switch,
  TextArea,
  TextInput,
  ThingPage,
} from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { type HealthOverride, incidentContract, type Severity } from "../contract.ts"

const NEW = {
  title: "",
  severity: "minor" as Severity,
  healthOverride: "none" as HealthOverride,
  description: "",
  message: "",
  visibility: "signedIn" as Visibility,
  suppressNotifications: false,
}

export default function NewIncidentPage() {
  return (
    <ThingPage breadcrumbs={[{ label: "Incidents", href: "/incidents" }]} title="Open an incident">
      <EditedProposal tool="incident.create">{(edited) => <NewIncident edited={edited} />}</EditedProposal>
    </ThingPage>
  )
}

function NewIncident({ edited }: { edited: Edited | undefined }) {
  const navigate = useNavigate()
  const [{ systemId = "" }] = useUrlState()
  const named = useNamedThing("catalog.system", systemId)
  const { hasFeature } = useRegistry()
  const visibilities = useVisibilityChoices()
  const form = useForm(incidentContract.create, {
    values: () => (edited ? asked(edited) : { ...NEW, systems: named ? [named] : [] }),
    input: ({ systems, message, ...values }) => ({
      ...values,
      systemIds: systems.map(({ id }) => id),
      message: message.trim() || undefined,
    }),
    alsoChanges: ["catalog.system"],
    edited,
    // A draft for one system must not come up when the form is opened for another, nor in place of what was asked for.
    keep: edited ? undefined : `incident-new:${systemId}`,
    onDone: ({ id }) => void navigate({ to: "/incidents/$incidentId", params: { incidentId: id } as never }),
  })
  const [begun, setBegun] = useState(form.dirty)

  function drop() {
    form.reset()
    setBegun(false)
  }
  return (
    <PageForm
      name="incident-new"
      form={form}
      submitLabel={edited ? "Propose the changed incident" : "Open incident"}
      onCancel={() => {
        drop()
        if (edited) edited.leave()
        else void navigate({ to: "/incidents" })
      }}
      className="max-w-2xl"
    >
      {begun && (
        <Notice action={<LinkButton onClick={drop}>Start over</LinkButton>}>This is what you began earlier.</Notice>
      )}
      <Field label="Title" required path="title" hint="What people notice, in one line.">
        <TextInput maxLength={200} autoFocus {...form.text("title")} />
      </Field>
      <div className="flex flex-col gap-1">
        <span className="font-medium">Severity</span>
        <SegmentedControl
          label="Severity"
          className="self-start"
          options={choicesFrom(SEVERITY_WORDS)}
          {...form.choice("severity")}
        />
      </div>
      <Field label="Systems" required path="systemIds" hint="What is affected. At least one.">
        <ThingPicker
          type="catalog.system"
          multiple
          label="Systems"
          emptyText="No system matches. Add it to the catalog first."
          {...form.choice("systems")}
        />
      </Field>
      <RadioGroup
        label="While it is open, these systems count as"
        options={[
          { value: "none", label: "What is reported otherwise", hint: "The incident does not touch their status." },
          { value: "degraded", label: "Degraded", hint: "They work, but not as they should." },
          { value: "unhealthy", label: "Unhealthy", hint: "They do not work." },
        ]}
        {...form.choice("healthOverride")}
      />
      <Field label="Description" optional path="description" hint="What is known so far. Markdown works.">
        <TextArea {...form.text("description")} />
      </Field>
      <Field label="First update" optional path="message" hint="Stands at the beginning of the timeline.">
        <TextArea {...form.text("message")} />
      </Field>
      {form.values.message.trim() !== "" && (
        <Field label="First update visible to">
          <Select options={visibilities} {...form.choice("visibility")} />
        </Field>
      )}
      {hasFeature("notifications") && (
        <Switch
          label="Suppress notifications"
          hint="Nobody is notified of this incident or its updates."
          {...form.checked("suppressNotifications")}
        />
      )}
    </PageForm>
  )
}

/** What a proposal would open, in the form's fields. */
function asked({ input, nameOf }: Edited): typeof NEW & { systems: readonly Option[] } {
  const { systemIds = [], ...fields } = input as Partial<InputOf<typeof incidentContract.create>>
  const known = Object.fromEntries(
    Object.keys(NEW).flatMap((key) => {
      const value = fields[key as keyof typeof NEW]
      return value === undefined ? [] : [[key, value]]
    }),
  ) as Partial<typeof NEW>
  return { ...NEW, ...known, systems: systemIds.map((id) => ({ id, label: nameOf(id) })) }
}
