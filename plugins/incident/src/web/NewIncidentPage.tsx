import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  Field,
  MultiSelect,
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
import { type FormEvent, type KeyboardEvent, useState } from "react"
import { type HealthOverride, incidentContract, type Severity, type Visibility } from "../contract.ts"
import { loadSystemOptions } from "./system-options.ts"
import { useUrlState } from "./use-url-state.ts"
import { choices, VISIBILITY_WORDS } from "./words.ts"

export default function NewIncidentPage() {
  const navigate = useNavigate()
  const [title, setTitle] = useState("")
  const [severity, setSeverity] = useState<Severity>("minor")
  const [systems, setSystems] = useSystems()
  const [healthOverride, setHealthOverride] = useState<HealthOverride>("none")
  const [description, setDescription] = useState("")
  const [message, setMessage] = useState("")
  const [visibility, setVisibility] = useState<Visibility>("signedIn")
  const [suppressNotifications, setSuppressNotifications] = useState(false)
  const change = useChange(incidentContract.create, {
    alsoChanges: ["catalog.system"],
    onDone: ({ id }) => void navigate({ to: "/incidents/$incidentId", params: { incidentId: id } as never }),
  })
  const issues = change.error?.body.issues ?? []
  const errorOf = (field: string) => issues.find(({ path }) => path.split(".")[0] === field)?.message

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (change.isPending) return
    change.mutate({
      title,
      description,
      severity,
      systemIds: systems.map(({ id }) => id),
      healthOverride,
      suppressNotifications,
      message: message.trim() || undefined,
      visibility,
    })
  }
  function submitByKey(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit()
  }

  return (
    <ThingPage breadcrumbs={[{ label: "Incidents", href: "/incidents" }]} title="Open an incident">
      <form noValidate onSubmit={submit} onKeyDown={submitByKey} className="flex max-w-2xl flex-col gap-5">
        <Field label="Title" required error={errorOf("title")} hint="What people notice, in one line.">
          <TextInput value={title} onChange={(event) => setTitle(event.target.value)} maxLength={200} autoFocus />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="font-medium">Severity</span>
          <SegmentedControl
            label="Severity"
            className="self-start"
            value={severity}
            onChange={setSeverity}
            options={choices(SEVERITY_WORDS)}
          />
        </div>
        <Field label="Systems" required error={errorOf("systemIds")} hint="What is affected. At least one.">
          <MultiSelect
            label="Systems"
            value={systems}
            onChange={setSystems}
            loadOptions={loadSystemOptions}
            placeholder="Type to find systems"
            emptyText="No system matches. Add it to the catalog first."
          />
        </Field>
        <RadioGroup
          label="While it is open, these systems count as"
          value={healthOverride}
          onChange={(value) => setHealthOverride(value as HealthOverride)}
          options={[
            { value: "none", label: "What is reported otherwise", hint: "The incident does not touch their status." },
            { value: "degraded", label: "Degraded", hint: "They work, but not as they should." },
            { value: "unhealthy", label: "Unhealthy", hint: "They do not work." },
          ]}
        />
        <Field label="Description" optional error={errorOf("description")} hint="What is known so far. Markdown works.">
          <TextArea value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <Field label="First update" optional error={errorOf("message")} hint="Stands at the beginning of the timeline.">
          <TextArea value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        {message.trim() !== "" && (
          <Field label="First update visible to">
            <Select
              value={visibility}
              onChange={(value) => setVisibility(value as Visibility)}
              options={choices(VISIBILITY_WORDS)}
            />
          </Field>
        )}
        <Switch
          label="Suppress notifications"
          hint="Nobody is notified of this incident or its updates."
          checked={suppressNotifications}
          onChange={setSuppressNotifications}
        />
        {change.error && issues.length === 0 && <Notice tone="error">{change.error.message}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={change.isPending}>
            Open incident
          </Button>
          <ButtonLink href="/incidents">Cancel</ButtonLink>
        </div>
      </form>
    </ThingPage>
  )
}

/** Begins with the system the address names, when one came here from its page. */
function useSystems(): [readonly Option[], (systems: Option[]) => void] {
  const [{ systemId = "" }] = useUrlState()
  const mayRead = useCan()(systemAccess.read)
  const named = useCall(catalogContract.getSystem, { systemId }, { enabled: mayRead && systemId !== "" })
  const [chosen, setChosen] = useState<readonly Option[] | null>(null)
  const first = named.data ? [{ id: named.data.id, label: named.data.name }] : []
  return [chosen ?? first, setChosen]
}
