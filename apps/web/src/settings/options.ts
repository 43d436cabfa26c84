import { peopleContract, roleAccess, rolesContract, teamAccess, teamsContract } from "@countersign/core/contract"
import { call, useCall, useCan } from "@countersign/core/web"
import type { Option } from "@countersign/ui"

/** Roles to choose from. Nobody is given "anonymous": it says what those may do who are not signed in. */
export function useRoleOptions(): readonly Option[] {
  const mayRead = useCan()(roleAccess.read)
  const { data } = useCall(rolesContract.listRoles, { limit: 200 }, { enabled: mayRead })
  const roles = data?.items.filter((role) => role.id !== "anonymous") ?? []
  return roles.map((role) => ({ id: role.id, label: role.name, hint: role.description }))
}

export function useTeamOptions(): readonly Option[] {
  const mayRead = useCan()(teamAccess.read)
  const { data } = useCall(teamsContract.listTeams, { limit: 200 }, { enabled: mayRead })
  return data?.items.map((team) => ({ id: team.id, label: team.name, hint: team.description })) ?? []
}

/** For choosing a person by typing part of a name or address. */
export async function findPeople(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { items } = await call(
    peopleContract.listPeople,
    { text: text.trim() || undefined, state: "active", limit: 20 },
    { signal },
  )
  return items.map((person) => ({ id: person.id, label: person.name, hint: person.email ?? undefined }))
}

export function toOptions(named: readonly { id: string; name: string }[]): Option[] {
  return named.map(({ id, name }) => ({ id, label: name }))
}
