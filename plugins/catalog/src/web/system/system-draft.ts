import type { InputOf } from "@countersign/core/contract"
import type { Edited } from "@countersign/core/web"
import type { Option } from "@countersign/ui"
import type { catalogContract, System } from "../../contract.ts"
import { toOption } from "../options.ts"

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

type SystemInput = Required<InputOf<typeof catalogContract.createSystem>>

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
    links: system.links.map((link, index) => ({ key: keyAt(index), ...link })),
    tags: system.tags,
    groups: system.groups.map(toOption),
    environments: system.environments.map(toOption),
    metadata: toPairs(system.metadata),
  }
}

/** What a proposal would add, as the form has it. */
export function askedDraft({ input, nameOf }: Edited): SystemDraft {
  const asked = input as Partial<SystemInput>
  const named = (id: string) => ({ id, label: nameOf(id) })
  return {
    name: asked.name ?? "",
    description: asked.description ?? "",
    owner: asked.ownerTeamId ? named(asked.ownerTeamId) : null,
    contacts: (asked.contacts ?? []).map((one, at) => toContactRow({ ...one, display: nameOf(one.value) }, at)),
    links: (asked.links ?? []).map((link, index) => ({ key: keyAt(index), ...link })),
    tags: asked.tags ?? [],
    groups: (asked.groupIds ?? []).map(named),
    environments: (asked.environmentIds ?? []).map(named),
    metadata: toPairs(asked.metadata ?? {}),
  }
}

export function toInput(draft: SystemDraft): SystemInput
/** Only the fields that are given: one that nobody touched must not be written over somebody else's change. */
export function toInput(draft: Partial<SystemDraft>): Partial<SystemInput>
export function toInput(draft: Partial<SystemDraft>): Partial<SystemInput> {
  const { name, description, owner, contacts, links, tags, groups, environments, metadata } = draft
  return {
    name,
    description,
    ownerTeamId: owner === undefined ? undefined : (owner?.id ?? null),
    contacts: contacts?.map(({ kind, label, value, account }) =>
      kind === "account" ? { kind: "person", label, value: account?.id ?? "" } : { kind, label, value },
    ),
    links: links?.map(({ label, url }) => ({ label, url })),
    tags,
    groupIds: groups?.map(({ id }) => id),
    environmentIds: environments?.map(({ id }) => id),
    metadata: metadata && fromPairs(metadata),
  }
}

export function toPairs(values: Readonly<Record<string, string>>): PairRow[] {
  return Object.entries(values).map(([name, value], index) => ({ key: keyAt(index), name, value }))
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

let rowsAdded = 0

export function newKey(): string {
  return `added-${++rowsAdded}`
}

/** Equal records have equal rows. */
function keyAt(index: number): string {
  return `stored-${index}`
}

const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function toContactRow({ kind, label, value, display }: System["contacts"][number], index: number): ContactRow {
  const key = keyAt(index)
  if (kind === "person" && ACCOUNT_ID.test(value))
    return { key, kind: "account", label, value: "", account: { id: value, label: display } }
  return { key, kind, label, value, account: null }
}
