import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan, useChange, useRegistry, useUrlState } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  Field,
  Form,
  LinkButton,
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
import { type KeyboardEvent, useState } from "react"
import { type HealthOverride, incidentContract, type Severity, type Visibility } from "../contract.ts"
import { loadSystemOptions } from "./system-options.ts"
import { useDraft } from "./use-draft.ts"
import { choices, useVisibilityChoices } from "./words.ts"

interface Draft {
  title: string
  severity: Severity
  /** Null until chosen: the address may name the first one. */
  systems: readonly Option[] | null
  healthOverride: HealthOverride
  description: string
  message: string
  visibility: Visibility
  suppressNotifications: boolean
}

const EMPTY: Draft = {
  title: "",
  severity: "minor",
  systems: null,
  healthOverride: "none",
  description: "",
  message: "",
  visibility: "signedIn",
  suppressNotifications: false,
}

export default function NewIncidentPage() {
  const navigate = useNavigate()
  const [{ systemId = "" }] = useUrlState()
  // A draft for one system must not come up when the form is opened for another.
  const { draft, change, clear } = useDraft<Draft>(`incident-new:${systemId}`, EMPTY)
  const [begun, setBegun] = useState(draft.title !== "" || draft.message !== "" || draft.description !== "")
  const named = useNamedSystem(systemId)
  const { hasFeature } = useRegistry()
  const visibilities = useVisibilityChoices()
  const systems = draft.systems ?? named
  const { title, severity, healthOverride, description, message, visibility, suppressNotifications } = draft
  const open = useChange(incidentContract.create, {
    alsoChanges: ["catalog.system"],
    onDone({ id }) {
      clear()
      void navigate({ to: "/incidents/$incidentId", params: { incidentId: id } as never })
    },
  })

  function submit() {
    if (open.isPending) return
    open.mutate({
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
      <Form
        name="incident-new"
        failure={open.error}
        onSubmit={submit}
        onKeyDown={submitByKey}
        className="flex max-w-2xl flex-col gap-5"
      >
        {begun && (
          <Notice
            action={
              <LinkButton
                onClick={() => {
                  clear()
                  setBegun(false)
                }}
              >
                Start over
              </LinkButton>
            }
          >
            This is what you began earlier.
          </Notice>
        )}
        <Field label="Title" required path="title" hint="What people notice, in one line.">
          <TextInput
            value={title}
            onChange={(event) => change({ title: event.target.value })}
            maxLength={200}
            autoFocus
          />
        </Field>
        <div className="flex flex-col gap-1">
          <span className="font-medium">Severity</span>
          <SegmentedControl
            label="Severity"
            className="self-start"
            value={severity}
            onChange={(value) => change({ severity: value })}
            options={choices(SEVERITY_WORDS)}
          />
        </div>
        <Field label="Systems" required path="systemIds" hint="What is affected. At least one.">
          <MultiSelect
            label="Systems"
            value={systems}
            onChange={(value) => change({ systems: value })}
            loadOptions={loadSystemOptions}
            placeholder="Type to find systems"
            emptyText="No system matches. Add it to the catalog first."
          />
        </Field>
        <RadioGroup
          label="While it is open, these systems count as"
          value={healthOverride}
          onChange={(value) => change({ healthOverride: value as HealthOverride })}
          options={[
            { value: "none", label: "What is reported otherwise", hint: "The incident does not touch their status." },
            { value: "degraded", label: "Degraded", hint: "They work, but not as they should." },
            { value: "unhealthy", label: "Unhealthy", hint: "They do not work." },
          ]}
        />
        <Field label="Description" optional path="description" hint="What is known so far. Markdown works.">
          <TextArea value={description} onChange={(event) => change({ description: event.target.value })} />
        </Field>
        <Field label="First update" optional path="message" hint="Stands at the beginning of the timeline.">
          <TextArea value={message} onChange={(event) => change({ message: event.target.value })} />
        </Field>
        {message.trim() !== "" && (
          <Field label="First update visible to">
            <Select
              value={visibility}
              onChange={(value) => change({ visibility: value as Visibility })}
              options={visibilities}
            />
          </Field>
        )}
        {hasFeature("notifications") && (
          <Switch
            label="Suppress notifications"
            hint="Nobody is notified of this incident or its updates."
            checked={suppressNotifications}
            onChange={(value) => change({ suppressNotifications: value })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={open.isPending}>
            Open incident
          </Button>
          <ButtonLink href="/incidents" onClick={clear}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </ThingPage>
  )
}

/** The system the address names, when one came here from its page. */
function useNamedSystem(systemId: string): readonly Option[] {
  const mayRead = useCan()(systemAccess.read)
  const named = useCall(catalogContract.getSystem, { systemId }, { enabled: mayRead && systemId !== "" })
  return named.data ? [{ id: named.data.id, label: named.data.name }] : []
}
