import { auditContract } from "@countersign/core/contract"
import { useCall, useList } from "@countersign/core/web"
import { DiffTable, LinkButton, Pagination, PlainText, Skeleton, Timeline, type TimelineEntry } from "@countersign/ui"
import { useState } from "react"
import { Failure } from "../Failure.tsx"

/** Who did what to this system, from the audit log. */
export function HistoryTab({ systemId }: { systemId: string }) {
  const list = useList(auditContract.listAudit, {
    noun: ["entry", "entries"],
    input: () => ({ thingType: "catalog.system", thingId: systemId }),
    alsoShows: ["catalog.system"],
  })
  const { error } = list.table
  const [open, setOpen] = useState<string | null>(null)
  if (error) return <Failure error={error} onRetry={error.onRetry} />
  if (!list.rows) return <Skeleton lines={6} label="Loading the history" />
  if (list.rows.length === 0)
    return <p className="text-muted text-table">Nothing recorded yet. Changes to this system will be listed here.</p>

  const rows = list.rows.map(
    ({ id, at, principal, action, note }): TimelineEntry => ({
      id,
      time: at,
      author: { name: principal.name, kind: principal.kind === "application" ? "application" : "user" },
      title: WORDS[action] ?? action,
      body: (
        <>
          {note && (
            <p className="text-muted text-table">
              <PlainText>{note}</PlainText>
            </p>
          )}
          <LinkButton aria-expanded={open === id} onClick={() => setOpen(open === id ? null : id)}>
            {open === id ? "Hide what changed" : "Show what changed"}
          </LinkButton>
          {open === id && <Difference id={id} />}
        </>
      ),
    }),
  )
  return (
    <>
      <Timeline label="History of this system" entries={rows} className="pt-1" />
      {list.paging && <Pagination {...list.paging} />}
    </>
  )
}

function Difference({ id }: { id: string }) {
  const entry = useCall(auditContract.getAuditEntry, { id })
  if (entry.error) return <Failure error={entry.error} onRetry={entry.refetch} />
  if (!entry.data) return <Skeleton lines={2} label="Loading what changed" />
  const { before, after } = entry.data
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const rows = fields
    .map((field) => ({ label: field, before: toText(before?.[field]), after: toText(after?.[field]) }))
    .filter((row) => row.before !== row.after && !UNSPOKEN.has(row.label))
  return <DiffTable label="What changed" rows={rows} className="mt-2" />
}

const WORDS: Readonly<Record<string, string>> = {
  "catalog.createSystem": "added the system",
  "catalog.updateSystem": "changed the system",
  "catalog.setSystemEnvironments": "changed the environments",
  "catalog.addSystemToGroup": "put it into a group",
  "catalog.removeSystemFromGroup": "took it out of a group",
  "catalog.reportStatus": "reported a status",
  "catalog.recordChange": "recorded a change",
  "catalog.importCatalog": "imported it from a file",
  "catalog.erasePerson": "removed contacts of an erased person",
  "platform.setGrant": "changed a team's right",
  "platform.setPrivate": "changed its privacy",
}

// They change with every change and say nothing of it.
const UNSPOKEN = new Set(["version", "updatedAt", "createdAt", "id", "since"])

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map(toText).join(", ")
  if (typeof value !== "object") return String(value)
  if ("name" in value) return String(value.name)
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${toText(each) ?? ""}`)
    .join("; ")
}
