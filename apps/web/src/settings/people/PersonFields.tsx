import { teamAccess, teamsContract } from "@countersign/core/contract"
import { type FormState, useCan, useChange } from "@countersign/core/web"
import { Field, MultiSelect, type Option, Panel, TextInput, useToast } from "@countersign/ui"
import { toOptions, useRoleOptions, useTeamOptions } from "../options.ts"
import type { PersonDetails } from "./PersonPage.tsx"

export function PersonFields({
  form,
  person,
}: {
  form: FormState<{ name: string; roles: Option[] }>
  person: PersonDetails
}) {
  const roles = useRoleOptions()
  return (
    <>
      <Field label="Name" path="name">
        <TextInput autoComplete="off" {...form.text("name")} />
      </Field>
      <Field
        label="Roles"
        hint={person.lastAdministrator ? "The last administrator keeps that role." : undefined}
        path="roles"
      >
        <MultiSelect
          label="Roles"
          options={roles}
          value={form.values.roles}
          onChange={(value) => form.set("roles", [...value])}
        />
      </Field>
    </>
  )
}

/** Membership belongs to the team, so it changes at once and not with the form. */
export function PersonTeams({ person }: { person: PersonDetails }) {
  const toast = useToast()
  const mayManage = useCan()(teamAccess.manage)
  const teams = useTeamOptions()
  const options = { alsoChanges: ["platform.person"] }
  const add = useChange(teamsContract.addTeamMember, options)
  const remove = useChange(teamsContract.removeTeamMember, options)
  if (!mayManage || teams.length === 0) return null

  async function change(next: readonly Option[]) {
    const member = { kind: "user" as const, memberId: person.id }
    try {
      for (const team of next)
        if (!person.teams.some(({ id }) => id === team.id)) await add.mutateAsync({ teamId: team.id, ...member })
      for (const team of person.teams)
        if (!next.some(({ id }) => id === team.id)) await remove.mutateAsync({ teamId: team.id, ...member })
    } catch (error) {
      toast.error(error, "The teams were not changed.")
    }
  }
  return (
    <Panel title="Teams">
      <Field label="Member of" hint="A change here takes effect at once." className="max-w-xl pt-2">
        <MultiSelect
          label="Member of"
          options={teams}
          value={toOptions(person.teams)}
          onChange={(next) => void change(next)}
        />
      </Field>
    </Panel>
  )
}
