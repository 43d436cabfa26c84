import { storedNow, useChange, useLeaveGuard } from "@countersign/core/web"
import { Button, DiffTable, Form, LeaveDialog, Notice, useToast } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type System, type SystemDetail } from "../../contract.ts"
import { SystemForm } from "../SystemForm.tsx"
import { changesBetween, type SystemDraft, toDraft, toInput, withoutBlankRows } from "../system-draft.ts"

/** The system's own fields in place of what they showed. A change by somebody else meanwhile is shown, not lost. */
export function EditSystem({ system, onDone }: { system: SystemDetail; onDone: () => void }) {
  const toast = useToast()
  // What the typing started from: the version decides, not what was read since.
  const [base, setBase] = useState<System>(system)
  const [draft, setDraft] = useState<SystemDraft>(() => toDraft(system))
  const update = useChange(catalogContract.updateSystem, { alsoChanges: ["catalog.group", "catalog.environment"] })
  const changes = changesBetween(toInput(toDraft(base)), toInput(withoutBlankRows(draft)))
  const dirty = Object.keys(changes).length > 0
  const theirs = storedNow<System>(update.error, base, system)

  function save(from: System) {
    if (update.isPending) return
    if (!dirty) return onDone()
    setDraft(withoutBlankRows(draft))
    update.mutate(
      { systemId: from.id, version: from.version, ...changes },
      {
        onSuccess({ name }) {
          toast.success(`${name} was saved.`)
          onDone()
        },
      },
    )
  }
  function startOver(from: System) {
    setBase(from)
    setDraft(toDraft(from))
    update.reset()
  }

  return (
    <Form
      name="system"
      label={`Edit ${base.name}`}
      failure={update.error}
      onSubmit={() => save(base)}
      className="flex flex-col gap-5"
    >
      <LeaveDialog {...useLeaveGuard(dirty && !update.isPending && !update.isSuccess)} />
      <SystemForm draft={draft} onChange={setDraft} />
      {theirs && (
        <div className="max-w-2xl">
          <Notice tone="warning" title="Somebody else changed this system while you were typing">
            <p>
              What is stored now is on the left, what you typed on the right. Saving yours keeps their other changes.
            </p>
            <DiffTable label="Stored and typed" className="mt-2" rows={comparison(toDraft(theirs), draft, changes)} />
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => startOver(theirs)}>
                Drop mine
              </Button>
              <Button size="sm" variant="primary" busy={update.isPending} onClick={() => save(theirs)}>
                Save mine
              </Button>
            </div>
          </Notice>
        </div>
      )}
      <div className="flex gap-2">
        {!theirs && (
          <Button type="submit" variant="primary" busy={update.isPending}>
            Save system
          </Button>
        )}
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  )
}

const FIELDS: { label: string; input: string; show: (draft: SystemDraft) => string }[] = [
  { label: "Name", input: "name", show: ({ name }) => name },
  { label: "Description", input: "description", show: ({ description }) => description },
  { label: "Owner team", input: "ownerTeamId", show: ({ owner }) => owner?.label ?? "" },
  { label: "Groups", input: "groupIds", show: ({ groups }) => labels(groups) },
  { label: "Environments", input: "environmentIds", show: ({ environments }) => labels(environments) },
  { label: "Tags", input: "tags", show: ({ tags }) => tags.join(", ") },
  {
    label: "Who to call",
    input: "contacts",
    show: ({ contacts }) =>
      contacts.map(({ label, value, account }) => `${label}: ${account?.label ?? value}`).join("\n"),
  },
  { label: "Links", input: "links", show: ({ links }) => links.map(({ label, url }) => `${label}: ${url}`).join("\n") },
  {
    label: "Metadata",
    input: "metadata",
    show: ({ metadata }) => metadata.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  },
]

/** Only what was typed here: the rest is theirs in either case. */
function comparison(stored: SystemDraft, typed: SystemDraft, changes: object) {
  return FIELDS.filter(({ input }) => input in changes).map(({ label, show }) => ({
    label,
    before: show(stored),
    after: show(typed),
  }))
}

function labels(options: readonly { label: string }[]): string {
  return options.map(({ label }) => label).join(", ")
}
