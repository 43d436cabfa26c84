import { catalogContract, type Status, systemAccess } from "@countersign/catalog/contract"
import {
  ConflictNotice,
  choicesFrom,
  InlineForm,
  LinksPanel,
  ThingPicker,
  useCall,
  useCan,
  useRegistry,
} from "@countersign/core/web"
import {
  Field,
  formatCount,
  KeyValue,
  LinkButton,
  Notice,
  Panel,
  Select,
  StatusMark,
  Switch,
  TextLink,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import type { IncidentDetail } from "../contract.ts"
import { incidentTimeline } from "./timeline.ts"
import { useIncidentForm } from "./use-incident-form.ts"
import { OVERRIDE_WORDS } from "./words.ts"

export function IncidentFacts({ incident }: { incident: IncidentDetail }) {
  return (
    <>
      <SystemsPanel incident={incident} />
      <OverridePanel incident={incident} />
      <LinksPanel timeline={incidentTimeline} thing={incident} />
      <Panel title="Details">
        <KeyValue
          facts={[
            { label: "Opened by", value: incident.openedBy.name },
            { label: "Opened", value: <Time instant={incident.openedAt} as="short" /> },
            { label: "Resolved", value: incident.resolvedAt && <Time instant={incident.resolvedAt} as="short" /> },
          ]}
        />
      </Panel>
    </>
  )
}

function SystemsPanel({ incident }: { incident: IncidentDetail }) {
  const [editing, setEditing] = useState(false)
  const hidden = incident.hiddenSystemCount
  if (editing)
    return (
      <Panel title="Systems">
        <SystemsEditor incident={incident} onClose={() => setEditing(false)} />
      </Panel>
    )
  return (
    <Panel
      title="Systems"
      action={incident.mayChange && <LinkButton onClick={() => setEditing(true)}>Edit</LinkButton>}
    >
      <SystemList incident={incident} />
      {hidden > 0 && (
        <p className="text-muted">
          {incident.systems.length > 0
            ? `and ${hidden} more you cannot see`
            : `${formatCount(hidden, "system")} you cannot see`}
        </p>
      )}
    </Panel>
  )
}

function SystemList({ incident }: { incident: IncidentDetail }) {
  const mayRead = useCan()(systemAccess.read)
  const systemIds = incident.systems.map(({ id }) => id)
  const known = useCall(
    catalogContract.listSystems,
    { systemIds, limit: 200 },
    { enabled: mayRead && systemIds.length > 0, keepPrevious: true },
  )
  const statuses = new Map(known.data?.items.map(({ id, status }) => [id, status]))
  return (
    <ul className="flex flex-col">
      {incident.systems.map(({ id, name }) => (
        <li
          key={id}
          className="flex items-center justify-between gap-3 border-hairline border-b py-1.5 last:border-b-0"
        >
          <TextLink href={`/catalog/systems/${id}`} className="min-w-0 truncate">
            {name}
          </TextLink>
          {statuses.has(id) && <SystemStatus status={statuses.get(id) ?? null} />}
        </li>
      ))}
    </ul>
  )
}

function SystemStatus({ status }: { status: Status | null }) {
  return <StatusMark status={status ?? "unreported"} />
}

function SystemsEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const form = useIncidentForm(incident, { onClose })
  return (
    <InlineForm name="incident-systems" form={form} onClose={onClose} submitLabel="Save systems" size="sm">
      <Field labelHidden label="Systems" path="systemIds">
        <ThingPicker type="catalog.system" multiple label="Systems" {...form.choice("systems")} />
      </Field>
    </InlineForm>
  )
}

function OverridePanel({ incident }: { incident: IncidentDetail }) {
  const form = useIncidentForm(incident)
  const { hasFeature } = useRegistry()
  if (!incident.mayChange)
    return (
      <Panel title="Health override">
        <p>{OVERRIDE_WORDS[incident.healthOverride]}</p>
      </Panel>
    )
  return (
    <Panel title="Health override">
      <div className="flex flex-col gap-3">
        <Select
          aria-label="Health override"
          value={form.values.healthOverride}
          onChange={(healthOverride) => form.save({ healthOverride })}
          options={choicesFrom(OVERRIDE_WORDS)}
        />
        <p className="text-muted">
          {incident.status === "resolved"
            ? "It counts again if the incident is reopened."
            : "What its systems count as while it is open, if nothing worse is reported."}
        </p>
        {hasFeature("notifications") && (
          <Switch
            label="Suppress notifications"
            checked={form.values.suppressNotifications}
            onChange={(suppressNotifications) => form.save({ suppressNotifications })}
          />
        )}
        {form.failure && !form.conflict && <Notice tone="error">{form.failure.message}</Notice>}
        <ConflictNotice form={form} />
      </div>
    </Panel>
  )
}
