import { auditContract, type OutputOf } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { type DiffRow, DiffTable, Drawer, KeyValue, LinkButton, Notice, Panel, Skeleton, Time } from "@countersign/ui"
import { AuditOutcome } from "./AuditOutcome.tsx"

type Entry = OutputOf<typeof auditContract.getAuditEntry>

/** One row of the log in full. */
export function AuditDrawer(props: {
  id: string
  onClose: () => void
  onFilter: (filter: Record<string, string>) => void
}) {
  const { data: entry, error } = useCall(auditContract.getAuditEntry, { id: props.id })
  return (
    <Drawer open onOpenChange={(open) => !open && props.onClose()} title={entry?.action ?? "Entry"} size="lg">
      {error && <Notice tone="error">{error.message}</Notice>}
      {!entry && !error && <Skeleton lines={8} label="Reading the entry" />}
      {entry && <EntryBody entry={entry} onFilter={props.onFilter} />}
    </Drawer>
  )
}

function EntryBody({ entry, onFilter }: { entry: Entry; onFilter: (filter: Record<string, string>) => void }) {
  const rows = diffRows(entry.before, entry.after)
  const { thing, principal } = entry
  return (
    <div className="flex flex-col gap-6">
      <KeyValue
        facts={[
          { label: "When", value: <Time instant={entry.at} as="exact" /> },
          {
            label: "Who",
            value: (
              <>
                {principal.name}{" "}
                <span className="text-muted">
                  ({principal.kind}, through {entry.transport})
                </span>{" "}
                <LinkButton onClick={() => onFilter({ principalId: principal.id })}>everything by them</LinkButton>
              </>
            ),
          },
          {
            label: "On",
            value: thing.id && (
              <>
                {thing.name ?? thing.id} <span className="font-mono text-muted">{thing.type}</span>{" "}
                <LinkButton
                  onClick={() =>
                    onFilter({ thingId: thing.id ?? "", ...(thing.type ? { thingType: thing.type } : {}) })
                  }
                >
                  its history
                </LinkButton>
              </>
            ),
          },
          {
            label: "Outcome",
            value: (
              <>
                <AuditOutcome outcome={entry.outcome} unsigned={entry.unsigned} /> ({entry.effect})
              </>
            ),
          },
          { label: "Note", value: entry.note },
          {
            label: "Request",
            mono: true,
            value: (
              <>
                {entry.correlationId}{" "}
                <LinkButton className="font-sans" onClick={() => onFilter({ correlationId: entry.correlationId })}>
                  all of it
                </LinkButton>
              </>
            ),
          },
          {
            label: "Sealed",
            value: entry.sealedAt ? <Time instant={entry.sealedAt} /> : "at the next checkpoint",
          },
        ]}
      />
      <Panel title="What changed">
        {entry.before || entry.after ? (
          <DiffTable rows={rows} label="Before and after" />
        ) : (
          <p className="text-muted">This kind of entry keeps no record of fields.</p>
        )}
      </Panel>
    </div>
  )
}

/** Only fields that differ; the log keeps the whole record on both sides. */
function diffRows(before: Entry["before"], after: Entry["after"]): DiffRow[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({ label: inWords(name), before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((row) => row.before !== row.after)
}

/** "ownerTeam" reads as "owner team". */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Lists of words as words; what holds nothing is nothing. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null
  if (typeof value !== "object") return String(value)
  if (Object.keys(value).length === 0) return null
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ")
  if (isNamed(value)) return value.name
  if (Array.isArray(value) && value.every(isNamed)) return value.map(({ name }) => name).join(", ")
  return JSON.stringify(value, null, 1)
}

/** A reference, and not a record that people filled in. */
function isNamed(value: unknown): value is { id: string; name: string } {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false
  return "id" in value && "name" in value && typeof value.name === "string" && UUID.test(String(value.id))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
