import { type OutputOf, sharingContract, teamAccess, teamsContract } from "@countersign/core/contract"
import { PageForm, useCall, useCan, useChange, useForm, useLookalikesAmong, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  Combobox,
  ConfirmDialog,
  DangerAction,
  DangerZone,
  DataTable,
  EmptyState,
  Field,
  Panel,
  rowMenuColumn,
  ThingPage,
  useToast,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { NameFields } from "../NameFields.tsx"
import { findPeople } from "../options.ts"
import { UnreadThingPage } from "../UnreadThingPage.tsx"

type Team = OutputOf<typeof teamsContract.getTeam>

const CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "Teams", href: "/settings/teams" },
]

export default function TeamPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string }
  const mayManage = useCan()(teamAccess.manage)
  const [state, patch] = useUrlState()
  const { data: team, error } = useCall(teamsContract.getTeam, { id: teamId }, { alsoShows: ["platform.person"] })
  if (error || !team) return <UnreadThingPage breadcrumbs={CRUMBS} kind="Team" error={error} />

  const tabs = [
    { id: "members", label: "Members", count: team.members.length },
    { id: "grants", label: "Shared with it", count: team.grants.length },
    ...(mayManage ? [{ id: "settings", label: "Settings" }] : []),
  ]
  const tab = tabs.find(({ id }) => id === state.tab)?.id ?? "members"
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={team.name}
      meta={team.description}
      tabs={tabs}
      tab={tab}
      onTab={(next) => patch({ tab: next === "members" ? undefined : next })}
    >
      {tab === "members" && <Members team={team} mayManage={mayManage} />}
      {tab === "grants" && <Grants team={team} mayManage={mayManage} />}
      {tab === "settings" && <TeamSettings team={team} />}
    </ThingPage>
  )
}

function Members({ team, mayManage }: { team: Team; mayManage: boolean }) {
  const toast = useToast()
  const lookalikes = useLookalikesAmong(
    team.members.map(({ kind, id }) => ({ type: kind === "user" ? "platform.person" : "platform.application", id })),
  )
  const options = { alsoChanges: ["platform.person"] }
  const add = useChange(teamsContract.addTeamMember, options)
  const remove = useChange(teamsContract.removeTeamMember, options)
  const columns: readonly Column<Team["members"][number]>[] = [
    { id: "name", header: "Name", width: "2fr", priority: "title", cell: (member) => member.name },
    {
      id: "email",
      header: "Email",
      width: "2fr",
      priority: "meta",
      cell: (member) => (member.kind === "application" ? <Badge>Application</Badge> : member.email),
    },
    ...(mayManage
      ? [
          rowMenuColumn(
            (member: Team["members"][number]) => member.name,
            (member) => [
              {
                id: "remove",
                label: "Take out of the team",
                danger: true,
                onSelect: () =>
                  remove.mutate(
                    { teamId: team.id, kind: member.kind, memberId: member.id },
                    { onError: (cause) => toast.error(cause, `${member.name} is still in the team.`) },
                  ),
              },
            ],
          ),
        ]
      : []),
  ]
  return (
    <div className="flex flex-col gap-4">
      {mayManage && (
        <Field label="Add a person" className="max-w-sm">
          <Combobox
            label="Add a person"
            placeholder="Name or address"
            value={null}
            loadOptions={async (text, signal) =>
              (await findPeople(text, signal)).filter(({ id }) => !team.members.some((member) => member.id === id))
            }
            onChange={(person) =>
              person &&
              add.mutate(
                { teamId: team.id, kind: "user", memberId: person.id },
                { onError: (cause) => toast.error(cause, `${person.label} was not added.`) },
              )
            }
          />
        </Field>
      )}
      <DataTable
        label="Members"
        columns={columns}
        rows={team.members}
        lookalikes={lookalikes}
        rowId={(member) => member.id}
        rowHref={(member) =>
          member.kind === "user" ? `/settings/people/${member.id}` : `/settings/applications/${member.id}`
        }
        empty={<EmptyState title="Nobody is in this team">Add the people who look after the same things.</EmptyState>}
      />
    </div>
  )
}

function Grants({ team, mayManage }: { team: Team; mayManage: boolean }) {
  const toast = useToast()
  const setGrant = useChange(sharingContract.setGrant, { alsoChanges: ["platform.team", "platform.person"] })
  type Grant = Team["grants"][number]
  function change(grant: Grant, level: Grant["level"] | null) {
    setGrant.mutate(
      { resource: grant.resource, thingId: grant.thingId, teamId: team.id, level },
      { onError: (cause) => toast.error(cause, "The grant is as it was.") },
    )
  }
  const columns: readonly Column<Grant>[] = [
    {
      id: "thing",
      header: "Thing",
      width: "2fr",
      priority: "title",
      cell: (grant) => (
        <span className="inline-flex items-center gap-2">
          {grant.name ?? grant.thingId} {grant.private && <Badge>Private</Badge>}
        </span>
      ),
    },
    { id: "resource", header: "Kind", mono: true, width: "1fr", priority: "meta", cell: (grant) => grant.resource },
    { id: "level", header: "As", width: "120px", priority: "meta", cell: (grant) => grant.level },
    ...(mayManage
      ? [
          rowMenuColumn(
            (grant: Grant) => grant.name ?? grant.thingId,
            (grant) => [
              {
                type: "choice",
                id: "level",
                label: "The team is",
                value: grant.level,
                options: [
                  { value: "viewer", label: "Viewer" },
                  { value: "editor", label: "Editor" },
                  { value: "owner", label: "Owner" },
                ],
                onChange: (level) => change(grant, level as Grant["level"]),
              },
              { type: "separator", id: "before-take-back" },
              { id: "take-back", label: "Share no longer", danger: true, onSelect: () => change(grant, null) },
            ],
          ),
        ]
      : []),
  ]
  return (
    <DataTable
      label="Shared things"
      columns={columns}
      rows={team.grants}
      rowId={(grant) => `${grant.resource} ${grant.thingId}`}
      empty={
        <EmptyState title="Nothing is shared with this team">
          Open a system and share it with the team there: as viewer, editor or owner.
        </EmptyState>
      }
    />
  )
}

function TeamSettings({ team }: { team: Team }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm(teamsContract.updateTeam, {
    base: team,
    values: (base) => ({ name: base.name, description: base.description }),
    input: (values, base) => ({ id: base.id, version: base.version, ...values }),
    labels: { name: "Name", description: "Description" },
  })
  const remove = useChange(teamsContract.deleteTeam, {
    alsoChanges: ["platform.person"],
    onDone() {
      toast.success(`The team ${team.name} is deleted.`)
      void navigate({ to: "/settings/teams" })
    },
  })
  return (
    <div className="flex flex-col gap-8">
      <Panel title="Name">
        <PageForm name="team" form={form} className="max-w-xl gap-4 pt-2">
          <NameFields text={form.text} />
        </PageForm>
      </Panel>
      <DangerZone>
        <DangerAction
          title="Delete this team"
          action={
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete team
            </Button>
          }
        >
          Its members lose what was shared with it. A thing private to this team alone can then be reached only by those
          who manage teams.
        </DangerAction>
      </DangerZone>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the team ${team.name}?`}
        description={`${team.members.length} members lose ${team.grants.length} shared things. This cannot be undone.`}
        confirmLabel="Delete team"
        typeToConfirm={team.name}
        onConfirm={() => remove.mutateAsync({ id: team.id })}
      />
    </div>
  )
}
