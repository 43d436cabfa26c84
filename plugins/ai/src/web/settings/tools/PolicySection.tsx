import { useCall, useCan, useChange, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  rowMenuColumn,
  SettingsSection,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import { aiContract, type PolicyEntry, toolAccess } from "../../../contract.ts"
import { demandsOf } from "../words.ts"
import { PolicyDialog } from "./PolicyDialog.tsx"

/** In the address: an empty value would be dropped from it. */
const NEW = "policy"

export function PolicySection({ policies }: { policies: readonly PolicyEntry[] }) {
  const can = useCan()
  const [url, patch] = useUrlState()
  const [editing, setEditing] = useState<PolicyEntry | null>(null)
  const [removing, setRemoving] = useState<PolicyEntry | null>(null)
  const tools = useCall(aiContract.listTools, { all: true }, { enabled: can(toolAccess.manage) })
  const remove = useChange(aiContract.removePolicy)
  const adding = url.add !== undefined
  const existing = policies.find(({ subject }) => subject === url.add)
  return (
    <SettingsSection
      title="Tools and permissions"
      description="For one tool, or for every tool that needs a permission: a second person, a signature where it would apply by itself, or nothing at all."
    >
      <DataTable
        label="Policies"
        columns={[
          ...COLUMNS,
          rowMenuColumn<PolicyEntry>(
            (policy) => nameOf(policy.subject),
            (policy) => [
              { id: "edit", label: "Change", onSelect: () => setEditing(policy) },
              { id: "remove", label: "Remove", danger: true, onSelect: () => setRemoving(policy) },
            ],
          ),
        ]}
        rows={policies}
        rowId={({ subject }) => subject}
        empty={
          <EmptyState title="No policy" className="py-4! sm:items-start! sm:px-0! sm:text-left!">
            What destroys something is always signed, and changes are signed unless a conversation applies by itself.
          </EmptyState>
        }
      />
      <Button className="self-start" onClick={() => patch({ add: NEW })}>
        Add a policy
      </Button>
      {(adding || editing) && (
        <PolicyDialog
          policy={editing ?? existing ?? null}
          subject={url.add === NEW ? undefined : url.add}
          tools={tools.data?.tools}
          onClose={() => {
            setEditing(null)
            if (adding) patch({ add: undefined })
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove the policy for ${removing ? nameOf(removing.subject) : ""}?`}
        description="The rules of the gate alone count for it again."
        confirmLabel="Remove policy"
        onConfirm={() => removing && remove.mutateAsync({ subject: removing.subject })}
      />
    </SettingsSection>
  )
}

function nameOf(subject: string): string {
  return subject.replace(/^(tool|rule):/, "")
}

const COLUMNS: readonly Column<PolicyEntry>[] = [
  {
    id: "subject",
    header: "For",
    width: "3fr",
    priority: "title",
    cell: ({ subject }) => (
      <>
        <span className="font-mono">{nameOf(subject)}</span>{" "}
        <span className="text-muted">{subject.startsWith("rule:") ? "permission" : "tool"}</span>
      </>
    ),
  },
  {
    id: "demands",
    header: "Demands",
    width: "2fr",
    priority: "meta",
    cell: (policy) =>
      demandsOf(policy).map((demand) => (
        <Badge key={demand} tone={demand === "Off" ? "unhealthy" : "maintenance"} className="mr-1">
          {demand}
        </Badge>
      )),
  },
  {
    id: "updated",
    header: "Set",
    width: "1fr",
    priority: "meta",
    cell: ({ updatedAt, updatedBy }) => (
      <>
        by {updatedBy}, <Time instant={updatedAt} />
      </>
    ),
  },
]
