import type { ToolCardProps } from "@countersign/core/web"
import { EntryTable, ProposalChanges } from "@countersign/ui"

/** A system that would be added or changed: contacts, links and metadata as tables, in place of the YAML of the rows. */
export default function SystemCard({ proposal, listOf, recordOf, nameOf }: ToolCardProps) {
  const isNew = proposal.diff.every(({ before }) => before === null)
  const contact = (one: unknown) => {
    const { kind = "", label = "", value = "" } = texts(one)
    const name = nameOf(value)
    return [label, name === undefined ? value : `${name} (…${value.slice(-8)})`, KINDS[kind] ?? kind]
  }
  const link = (one: unknown) => {
    const { label = "", url = "" } = texts(one)
    return [label, url]
  }
  const entries: Readonly<Record<string, { columns: string[]; read: (value: Value) => string[][] }>> = {
    contacts: { columns: ["For what", "Who", "Kind"], read: (value) => listOf(value).map(contact) },
    links: { columns: ["Label", "Address"], read: (value) => listOf(value).map(link) },
    metadata: { columns: ["Key", "Value"], read: (value) => Object.entries(texts(recordOf(value))) },
  }
  const tables = proposal.diff.flatMap((row) => {
    const table = entries[row.path]
    if (!table) return []
    const { columns, read } = table
    const after = read(row.after)
    const before = isNew ? null : read(row.before)
    return after.length + (before?.length ?? 0) === 0 ? [] : [{ ...row, columns, before, after }]
  })
  const drawn = new Set(tables.map(({ path }) => path))
  return (
    <div className="flex flex-col gap-3">
      <ProposalChanges proposal={{ ...proposal, diff: proposal.diff.filter(({ path }) => !drawn.has(path)) }} />
      {tables.map(({ path, label, columns, before, after }) => (
        <EntryTable key={path} {...{ label, columns, before, after }} />
      ))}
    </div>
  )
}

type Value = Parameters<ToolCardProps["listOf"]>[0]

const KINDS: Readonly<Record<string, string>> = { person: "Person", mailbox: "Mailbox" }

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries((value ?? {}) as object).map(([key, one]) => [key, String(one)]))
}
