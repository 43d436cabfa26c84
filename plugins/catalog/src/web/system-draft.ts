import type { InputOf } from "@countersign/core/contract"
import type { Option } from "@countersign/ui"
import type { catalogContract, System } from "../contract.ts"
import { toOption } from "./options.ts"

/** A system while it is typed: things chosen with their names, rows with a key that survives reordering. */
export interface SystemDraft {
  name: string
  description: string
  owner: Option | null
  contacts: ContactRow[]
  links: LinkRow[]
  tags: string[]
  groups: Option[]
  environments: Option[]
  metadata: PairRow[]
}

export interface ContactRow {
  key: string
  /** `account`: a person who has an account here, kept by id. */
  kind: "account" | "person" | "mailbox"
  label: string
  value: string
  account: Option | null
}

export interface LinkRow {
  key: string
  label: string
  url: string
}

export interface PairRow {
  key: string
  name: string
  value: string
}

export type SystemInput = Required<InputOf<typeof catalogContract.createSystem>>

export const EMPTY_DRAFT: SystemDraft = {
  name: "",
  description: "",
  owner: null,
  contacts: [],
  links: [],
  tags: [],
  groups: [],
  environments: [],
  metadata: [],
}

export function toDraft(system: System): SystemDraft {
  return {
    name: system.name,
    description: system.description,
    owner: system.ownerTeam && toOption(system.ownerTeam),
    contacts: system.contacts.map(toContactRow),
    links: system.links.map((link) => ({ key: newKey(), ...link })),
    tags: system.tags,
    groups: system.groups.map(toOption),
    environments: system.environments.map(toOption),
    metadata: toPairs(system.metadata),
  }
}

export function toInput(draft: SystemDraft): SystemInput {
  return {
    name: draft.name,
    description: draft.description,
    ownerTeamId: draft.owner?.id ?? null,
    contacts: draft.contacts.map(({ kind, label, value, account }) =>
      kind === "account" ? { kind: "person", label, value: account?.id ?? "" } : { kind, label, value },
    ),
    links: draft.links.map(({ label, url }) => ({ label, url })),
    tags: draft.tags,
    groupIds: draft.groups.map(({ id }) => id),
    environmentIds: draft.environments.map(({ id }) => id),
    metadata: fromPairs(draft.metadata),
  }
}

/** Only what differs: a field nobody touched must not be written over somebody else's change. */
export function changesBetween(before: SystemInput, after: SystemInput): Partial<SystemInput> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof SystemInput]),
  )
  return Object.fromEntries(changed)
}

export function toPairs(values: Readonly<Record<string, string>>): PairRow[] {
  return Object.entries(values).map(([name, value]) => ({ key: newKey(), name, value }))
}

export function fromPairs(rows: readonly PairRow[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Rows in which nothing was written. They leave the form before it is sent, so that what comes back names the rows that stand there. */
export function withoutBlankRows(draft: SystemDraft): SystemDraft {
  return {
    ...draft,
    contacts: draft.contacts.filter(({ label, value, account }) => account || !isBlank(label, value)),
    links: draft.links.filter(({ label, url }) => !isBlank(label, url)),
    metadata: withoutBlankPairs(draft.metadata),
  }
}

export function withoutBlankPairs(rows: readonly PairRow[]): PairRow[] {
  return rows.filter(({ name, value }) => !isBlank(name, value))
}

function isBlank(...texts: string[]): boolean {
  return texts.every((text) => text.trim() === "")
}

export function newKey(): string {
  return crypto.randomUUID()
}

const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function toContactRow({ kind, label, value, display }: System["contacts"][number]): ContactRow {
  if (kind === "person" && ACCOUNT_ID.test(value))
    return { key: newKey(), kind: "account", label, value: "", account: { id: value, label: display } }
  return { key: newKey(), kind, label, value, account: null }
}
