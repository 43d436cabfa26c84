import { type OutputOf, peopleContract, personAccess } from "@countersign/core/contract"
import { useCall, useCan, useLookalikes, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  ListPage,
  ListSearch,
  Pagination,
  Select,
  Tabs,
  Time,
} from "@countersign/ui"
import { useFilteredList } from "../../list/use-filtered-list.ts"
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
  const list = useFilteredList({
    columns: ["name", "email", "lastSeenAt", "createdAt"],
    filters: ["text", "role", "team", "state"],
  })
  const { text, role, team, state } = list.filters
  const people = useCall(
    peopleContract.listPeople,
    {
      ...list.page,
      text: text || undefined,
      role: role || undefined,
      team: team || undefined,
      state: (state || undefined) as Person["state"] | undefined,
    },
    { keepPrevious: true, alsoShows: ["platform.role", "platform.team"] },
  )
  const lookalikes = useLookalikes("platform.person", people.data?.items)
  const pagination = list.pagination(people.data, "people")

  return (
    <>
      <FilterBar>
        <ListSearch label="Find by name or address" {...list.control("text")} />
        {roles.length > 0 && (
          <Select
            prefixLabel="Role"
            {...list.control("role")}
            options={[{ value: "", label: "any" }, ...roles.map(toChoice)]}
          />
        )}
        {teams.length > 0 && (
          <Select
            prefixLabel="Team"
            {...list.control("team")}
            options={[{ value: "", label: "any" }, ...teams.map(toChoice)]}
          />
        )}
        <Select
          prefixLabel="State"
          {...list.control("state")}
          options={[
            { value: "", label: "not erased" },
            { value: "active", label: "active" },
            { value: "disabled", label: "disabled" },
            { value: "erased", label: "erased" },
          ]}
        />
      </FilterBar>
      <DataTable
        label="People"
        columns={COLUMNS}
        {...list.table(people)}
        lookalikes={lookalikes}
        rowId={(person) => person.id}
        rowHref={(person) => `/settings/people/${person.id}`}
        className="mt-2"
        empty={
          <EmptyState title="Nobody matches" action={<Button onClick={list.clear}>Clear the filters</Button>}>
            No person has this name, role, team and state together.
          </EmptyState>
        }
      />
      {pagination && <Pagination {...pagination} />}
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
