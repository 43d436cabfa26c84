import { type GrantLevel, type Sharing, sharingContract, teamAccess } from "@countersign/core/contract"
import { useCall, useCan, useChange, useForm } from "@countersign/core/web"
import {
  Button,
  Combobox,
  Field,
  Form,
  type Option,
  Panel,
  Select,
  Skeleton,
  Switch,
  TextLink,
  useToast,
} from "@countersign/ui"
import { Failure } from "../Failure.tsx"
import { teamOptions } from "../options.ts"

const CHANGES = { alsoChanges: ["catalog.system", "platform.team"] } as const
const LEVELS = [
  { value: "viewer", label: "Viewer: sees it" },
  { value: "editor", label: "Editor: changes it, reports its status" },
  { value: "owner", label: "Owner: deletes it, decides who else" },
] as const

/** Which teams hold which right on this one system, and whether everybody else is shut out. */
export function AccessTab({ systemId }: { systemId: string }) {
  const thing = { resource: "catalog.system", thingId: systemId }
  const sharing = useCall(sharingContract.getSharing, thing, { alsoShows: CHANGES.alsoChanges })
  if (sharing.error) return <Failure error={sharing.error} onRetry={sharing.refetch} />
  if (!sharing.data) return <Skeleton lines={4} label="Loading who has access" />
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <Privacy sharing={sharing.data} thing={thing} />
      <Panel title="Teams">
        <Grants sharing={sharing.data} thing={thing} />
      </Panel>
    </div>
  )
}

interface Thing {
  resource: string
  thingId: string
}

function Privacy({ sharing, thing }: { sharing: Sharing; thing: Thing }) {
  const toast = useToast()
  const change = useChange(sharingContract.setPrivate, CHANGES)
  return (
    <Panel title="Who sees it">
      <Switch
        label="Private to its teams"
        hint={
          sharing.private
            ? "Only the teams below reach it. It is hidden from everybody else, administrators included."
            : "Everybody with the permission to see systems sees it, and the teams below."
        }
        checked={sharing.private}
        disabled={!sharing.mayChange || change.isPending}
        onChange={(wanted) => change.mutate({ ...thing, private: wanted }, { onError: (cause) => toast.error(cause) })}
      />
      {!sharing.mayChange && (
        <p className="mt-2 text-muted text-table">
          A team that owns this system, or somebody who manages teams, can change who has access.
        </p>
      )}
    </Panel>
  )
}

function Grants({ sharing, thing }: { sharing: Sharing; thing: Thing }) {
  const toast = useToast()
  const can = useCan()
  const change = useChange(sharingContract.setGrant, CHANGES)
  const set = (teamId: string, level: GrantLevel | null) =>
    change.mutate({ ...thing, teamId, level }, { onError: (cause) => toast.error(cause) })

  return (
    <>
      {sharing.grants.length === 0 && (
        <p className="text-muted text-table">No team has a right of its own on this system.</p>
      )}
      <ul className="flex flex-col divide-y divide-hairline">
        {sharing.grants.map(({ team, level }) => (
          <li key={team.id} className="flex flex-wrap items-center gap-2 py-1.5 text-table">
            <span className="min-w-32 flex-1 break-words font-medium">
              {can(teamAccess.read) ? <TextLink href={`/settings/teams/${team.id}`}>{team.name}</TextLink> : team.name}
            </span>
            {sharing.mayChange ? (
              <>
                <Select
                  aria-label={`Right of ${team.name}`}
                  options={LEVELS}
                  value={level}
                  disabled={change.isPending}
                  onChange={(next) => set(team.id, next)}
                />
                <Button
                  variant="quiet"
                  aria-label={`Remove ${team.name}`}
                  disabled={change.isPending}
                  onClick={() => set(team.id, null)}
                >
                  Remove
                </Button>
              </>
            ) : (
              <span className="text-muted">{LEVELS.find((each) => each.value === level)?.label}</span>
            )}
          </li>
        ))}
      </ul>
      {sharing.mayChange && can(teamAccess.read) && (
        <AddTeam taken={new Set(sharing.grants.map(({ team }) => team.id))} thing={thing} />
      )}
    </>
  )
}

function AddTeam({ taken, thing }: { taken: ReadonlySet<string>; thing: Thing }) {
  const form = useForm(sharingContract.setGrant, {
    values: () => ({ team: null as Option | null, level: "viewer" as GrantLevel }),
    input: ({ team, level }) => ({ ...thing, teamId: team?.id ?? "", level }),
    ...CHANGES,
  })
  return (
    <Form
      name="system-grant"
      failure={form.failure}
      onSubmit={form.submit}
      className="mt-4 flex flex-col gap-3 border-hairline border-t pt-3"
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Team" path="teamId" className="min-w-48 flex-1">
          <Combobox
            label="Team"
            {...form.choice("team")}
            loadOptions={async (text, signal) => (await teamOptions(text, signal)).filter(({ id }) => !taken.has(id))}
            placeholder="Type part of its name"
            emptyText="No other team matches. Teams are created under Settings."
          />
        </Field>
        <Field label="Right">
          <Select options={LEVELS} {...form.choice("level")} />
        </Field>
        <Button type="submit" busy={form.busy} className="mt-6">
          Give access
        </Button>
      </div>
    </Form>
  )
}
