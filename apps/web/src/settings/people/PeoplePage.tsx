import { type OutputOf, peopleContract, personAccess } from "@countersign/core/contract"
import { ListFilters, ListTable, useCan, useList, useUrlState } from "@countersign/core/web"
import { Badge, Button, type Column, ListPage, Select, Tabs, Time } from "@countersign/ui"
import { toChoice, useRoleOptions, useTeamOptions } from "../options.ts"
import { InvitationList } from "./InvitationList.tsx"
import { InviteDialog } from "./InviteDialog.tsx"

type Person = OutputOf<typeof peopleContract.listPeople>["items"][number]

export default function PeoplePage() {
  const mayManage = useCan()(personAccess.manage)
  const [state, patch] = useUrlState()
  const tab = mayManage && state.tab === "invitations" ? "invitations" : "people"

  return (
    <ListPage
      title="People"
      description="Who can sign in, what they may do and which teams they are in."
      action={
        mayManage && (
          <Button variant="primary" onClick={() => patch({ invite: "open" })}>
            Invite a person
          </Button>
        )
      }
    >
      {mayManage ? (
        <Tabs
          label="People and invitations"
          tabs={[
            { id: "people", label: "People" },
            { id: "invitations", label: "Open invitations" },
          ]}
          value={tab}
          onChange={(next) => patch({ tab: next === "people" ? undefined : next, ...NO_LIST_STATE })}
        >
          {tab === "people" ? <PeopleList /> : <InvitationList />}
        </Tabs>
      ) : (
        <PeopleList />
      )}
      {mayManage && (
        <InviteDialog
          open={state.invite !== undefined}
          onClose={(invited) => patch({ invite: undefined, ...(invited ? { tab: "invitations" } : {}) })}
        />
      )}
    </ListPage>
  )
}

const NO_LIST_STATE = {
  text: undefined,
  role: undefined,
  team: undefined,
  state: undefined,
  sort: undefined,
  direction: undefined,
  after: undefined,
  before: undefined,
  from: undefined,
}

function PeopleList() {
  const roles = useRoleOptions()
  const teams = useTeamOptions()
  const list = useList(peopleContract.listPeople, {
    noun: ["person", "people"],
    sort: ["name", "email", "lastSeenAt", "createdAt"],
    filters: { text: "text", role: "text", team: "text", state: ["active", "disabled", "erased"] },
    alsoShows: ["platform.role", "platform.team"],
    lookalikes: "platform.person",
  })
  return (
    <>
      <ListFilters list={list} search="Find by name or address">
        {roles.length > 0 && (
          <Select prefixLabel="Role" placeholder="any" options={roles.map(toChoice)} {...list.control("role")} />
        )}
        {teams.length > 0 && (
          <Select prefixLabel="Team" placeholder="any" options={teams.map(toChoice)} {...list.control("team")} />
        )}
        <Select
          prefixLabel="State"
          placeholder="not erased"
          options={[
            { value: "active", label: "active" },
            { value: "disabled", label: "disabled" },
            { value: "erased", label: "erased" },
          ]}
          {...list.control("state")}
        />
      </ListFilters>
      <ListTable
        list={list}
        label="People"
        columns={COLUMNS}
        rowHref={(person) => `/settings/people/${person.id}`}
        className="mt-2"
        noMatch="No person has this name, role, team and state together."
      />
    </>
  )
}

const COLUMNS: readonly Column<Person>[] = [
  { id: "name", header: "Name", cell: (person) => person.name, sortable: true, width: "2fr", priority: "title" },
  { id: "email", header: "Email", cell: (person) => person.email, sortable: true, width: "2fr", priority: "meta" },
  {
    id: "roles",
    header: "Roles",
    cell: (person) => person.roles.map((role) => role.name).join(", ") || <Nothing>none</Nothing>,
    width: "1.5fr",
    priority: "meta",
  },
  {
    id: "teams",
    header: "Teams",
    cell: (person) => person.teams.map((team) => team.name).join(", ") || <Nothing>none</Nothing>,
    width: "1.5fr",
  },
  {
    id: "lastSeenAt",
    header: "Last seen",
    cell: (person) => (person.lastSeenAt ? <Time instant={person.lastSeenAt} /> : <Nothing>never</Nothing>),
    sortable: true,
    width: "120px",
  },
  {
    id: "state",
    header: "Sign-in",
    cell: (person) => <PersonBadges person={person} />,
    width: "150px",
    priority: "meta",
  },
]

function PersonBadges({ person }: { person: Person }) {
  if (person.state === "disabled") return <Badge tone="degraded">Disabled</Badge>
  if (person.state === "erased") return <Badge>Erased</Badge>
  if (person.secondFactor === null) return <span>Active</span>
  return <span>{person.secondFactor ? "Second factor" : "Password only"}</span>
}

function Nothing({ children }: { children: string }) {
  return <span className="text-faint">{children}</span>
}
