import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan, useRegistry } from "@countersign/core/web"
import {
  Button,
  Field,
  Form,
  formatCount,
  KeyValue,
  LinkButton,
  MultiSelect,
  Notice,
  type Option,
  Panel,
  Select,
  StatusMark,
  Switch,
  TextLink,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import type { HealthOverride, IncidentDetail } from "../contract.ts"
import { EditNotices } from "./EditNotices.tsx"
import { LinksPanel } from "./LinksPanel.tsx"
import { loadSystemOptions } from "./system-options.ts"
import { useIncidentEdit } from "./use-incident-edit.ts"
import { choices, OVERRIDE_WORDS } from "./words.ts"

export function IncidentFacts({ incident }: { incident: IncidentDetail }) {
  return (
    <>
      <SystemsPanel incident={incident} />
      <OverridePanel incident={incident} />
      <LinksPanel incident={incident} />
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
  return (
    <Panel
      title="Systems"
      action={incident.mayChange && !editing && <LinkButton onClick={() => setEditing(true)}>Edit</LinkButton>}
    >
      {editing ? (
        <SystemsEditor incident={incident} onClose={() => setEditing(false)} />
      ) : (
        <>
          <SystemList incident={incident} />
          {hidden > 0 && (
            <p className="text-muted">
              {incident.systems.length > 0
                ? `and ${hidden} more you cannot see`
                : `${formatCount(hidden, "system")} you cannot see`}
            </p>
          )}
        </>
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

function SystemStatus({ status }: { status: "healthy" | "maintenance" | "degraded" | "unhealthy" | null }) {
  return status ? <StatusMark status={status} /> : <StatusMark status="unknown" label="Not reported" />
}

function SystemsEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const editing = useIncidentEdit()
  const [base] = useState(incident)
  const [systems, setSystems] = useState<readonly Option[]>(() =>
    incident.systems.map(({ id, name }) => ({ id, label: name })),
  )

  async function submit() {
    const named = systems.map(({ id, label }) => ({ id, name: label }))
    if (await editing.save({ systems: named }, base)) onClose()
  }
  return (
    <Form
      name="incident-systems"
      failure={editing.failure}
      onSubmit={() => void submit()}
      className="flex flex-col gap-2"
    >
      <Field labelHidden label="Systems" path="systemIds">
        <MultiSelect
          label="Systems"
          value={systems}
          onChange={setSystems}
          loadOptions={loadSystemOptions}
          placeholder="Type to find systems"
        />
      </Field>
      <EditNotices editing={editing} onSaved={onClose} onDiscard={onClose} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={editing.busy}>
          Save systems
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function OverridePanel({ incident }: { incident: IncidentDetail }) {
  const editing = useIncidentEdit()
  const { hasFeature } = useRegistry()
  const nothing = () => {}
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
          value={incident.healthOverride}
          onChange={(value) => void editing.save({ healthOverride: value as HealthOverride }, incident)}
          options={choices(OVERRIDE_WORDS)}
        />
        <p className="text-muted">
          {incident.status === "resolved"
            ? "It counts again if the incident is reopened."
            : "What its systems count as while it is open, if nothing worse is reported."}
        </p>
        {hasFeature("notifications") && (
          <Switch
            label="Suppress notifications"
            checked={incident.suppressNotifications}
            onChange={(suppressNotifications) => void editing.save({ suppressNotifications }, incident)}
          />
        )}
        {editing.failure && <Notice tone="error">{editing.failure.message}</Notice>}
        <EditNotices editing={editing} onSaved={nothing} onDiscard={nothing} />
      </div>
    </Panel>
  )
}
