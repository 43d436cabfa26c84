import { peopleContract, roleAccess, rolesContract, teamAccess, teamsContract } from "@countersign/core/contract"
import { call, markLookalikes, useCall, useCan, useLookalikes } from "@countersign/core/web"
import type { Option } from "@countersign/ui"

/** Roles to choose from. Nobody is given "anonymous": it says what those may do who are not signed in. */
export function useRoleOptions(): readonly Option[] {
  const mayRead = useCan()(roleAccess.read)
  const { data } = useCall(rolesContract.listRoles, { limit: 200 }, { enabled: mayRead })
  const roles = data?.items.filter((role) => role.id !== "anonymous") ?? []
  const lookalikes = useLookalikes("platform.role", roles)
  return roles.map(({ id, name, description }) => ({
    id,
    label: name,
    hint: description,
    lookalike: lookalikes.has(id),
  }))
}

export function useTeamOptions(): readonly Option[] {
  const mayRead = useCan()(teamAccess.read)
  const { data } = useCall(teamsContract.listTeams, { limit: 200 }, { enabled: mayRead })
  const teams = data?.items ?? []
  const lookalikes = useLookalikes("platform.team", teams)
  return teams.map(({ id, name, description }) => ({
    id,
    label: name,
    hint: description,
    lookalike: lookalikes.has(id),
  }))
}

/** For choosing a person by typing part of a name or address. */
export async function findPeople(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { items } = await call(
    peopleContract.listPeople,
    { text: text.trim() || undefined, state: "active", limit: 20 },
    { signal },
  )
  const options = items.map(({ id, name, email }) => ({ id, label: name, hint: email ?? undefined }))
  return markLookalikes("platform.person", options, signal)
}

/** For lists of words alone, where the end of the id has to tell two apart. */
export function toChoice({ id, label, lookalike }: Option): { value: string; label: string } {
  return { value: id, label: lookalike ? `${label} (…${id.slice(-8)})` : label }
}

export function toOptions(named: readonly { id: string; name: string }[]): Option[] {
  return named.map(({ id, name }) => ({ id, label: name }))
}
