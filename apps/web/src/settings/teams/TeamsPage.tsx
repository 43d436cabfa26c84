import { type OutputOf, teamAccess, teamsContract } from "@countersign/core/contract"
import { FormDialog, ListView, useCan, useForm, useList, useUrlState } from "@countersign/core/web"
import { Button, type Column, EmptyState, Field, TextInput, Time } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { UsersRound } from "lucide-react"

type Team = OutputOf<typeof teamsContract.listTeams>["items"][number]

export default function TeamsPage() {
  const mayManage = useCan()(teamAccess.manage)
  const [state, patch] = useUrlState()
  const list = useList(teamsContract.listTeams, {
    noun: ["team", "teams"],
    sort: ["name", "createdAt"],
    filters: { text: "text" },
    lookalikes: "platform.team",
  })
  const newTeam = mayManage && (
    <Button variant="primary" onClick={() => patch({ new: "team" })}>
      New team
    </Button>
  )
  return (
    <ListView
      list={list}
      title="Teams"
      description="Groups of people. A thing can be shared with a team, or be private to its teams."
      action={newTeam}
      search="Find a team"
      columns={COLUMNS}
      rowHref={(team) => `/settings/teams/${team.id}`}
      noMatch="No team has this in its name."
      empty={
        <EmptyState title="No team yet" icon={<UsersRound />} action={newTeam}>
          Make a team for the people who look after the same systems, then share those systems with it.
        </EmptyState>
      }
    >
      {mayManage && <NewTeamDialog open={state.new === "team"} onClose={() => patch({ new: undefined })} />}
    </ListView>
  )
}

const COLUMNS: readonly Column<Team>[] = [
  { id: "name", header: "Name", sortable: true, width: "1.5fr", priority: "title", cell: (team) => team.name },
  { id: "description", header: "Description", width: "3fr", cell: (team) => team.description },
  {
    id: "members",
    header: "Members",
    width: "100px",
    align: "end",
    priority: "meta",
    cell: (team) => `${team.members}`,
  },
  { id: "grants", header: "Shared things", width: "130px", align: "end", cell: (team) => `${team.grants}` },
  {
    id: "createdAt",
    header: "Made",
    sortable: true,
    width: "120px",
    cell: (team) => <Time instant={team.createdAt} as="date" />,
  },
]

function NewTeamDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm(teamsContract.createTeam, {
    values: () => ({ name: "", description: "" }),
    input: (values) => values,
    onDone: (team) => void navigate({ to: `/settings/teams/${team.id}` }),
  })
  return (
    <FormDialog name="team-new" form={form} open={open} onClose={onClose} title="New team" submitLabel="Create team">
      <Field label="Name" path="name">
        <TextInput autoComplete="off" {...form.text("name")} />
      </Field>
      <Field label="Description" optional path="description">
        <TextInput autoComplete="off" {...form.text("description")} />
      </Field>
    </FormDialog>
  )
}
