import type { Named } from "@countersign/core/contract"
import { peopleContract, teamsContract } from "@countersign/core/contract"
import { call, markLookalikes } from "@countersign/core/web"
import type { Option } from "@countersign/ui"
import { catalogContract } from "../contract.ts"

// Options for boxes one types into, from the server.

const MOST = 30

export async function systemOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await call(catalogContract.listSystems, { text, sort: "match", limit: MOST }, { signal })
  const options = items.map(({ id, name, groups }) => ({
    id,
    label: name,
    hint: groups.map((group) => group.name).join(", "),
  }))
  return markLookalikes("catalog.system", options, signal)
}

export async function groupOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await call(catalogContract.listGroups, { text, sort: "match", limit: MOST }, { signal })
  return markLookalikes("catalog.group", items.map(toOption), signal)
}

export async function environmentOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await call(catalogContract.listEnvironments, { text, sort: "match", limit: MOST }, { signal })
  return markLookalikes("catalog.environment", items.map(toOption), signal)
}

export async function teamOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await call(teamsContract.listTeams, { text, sort: "match", limit: MOST }, { signal })
  return markLookalikes("platform.team", items.map(toOption), signal)
}

export async function personOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const asked = { text, sort: "match", limit: MOST, state: "active" } as const
  const { items } = await call(peopleContract.listPeople, asked, { signal })
  const options = items.map(({ id, name, email }) => ({ id, label: name, ...(email && { hint: email }) }))
  return markLookalikes("platform.person", options, signal)
}

export function toOption({ id, name }: Named): Option {
  return { id, label: name }
}
