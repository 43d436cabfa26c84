import { useCall, useCan, useChange, useLookalikes, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  FilterBar,
  formatCount,
  ListPage,
  ListSearch,
  type MenuEntry,
  rowMenuColumn,
  SegmentedControl,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import { aiContract, type Skill, type SkillSummary, skillAccess } from "../../../contract.ts"
import { SkillDialog } from "./SkillDialog.tsx"
import { SkillDrawer } from "./SkillDrawer.tsx"

const ORIGINS = [
  { value: "all", label: "All" },
  { value: "builtIn", label: "Built in" },
  { value: "own", label: "Mine" },
  { value: "shared", label: "Shared" },
] as const

export default function SkillsPage() {
  const can = useCan()
  const [mayManage, mayWrite] = [can(skillAccess.manage), can(skillAccess.write)]
  const [url, patch] = useUrlState()
  const origin = ORIGINS.find(({ value }) => value === url.from)?.value ?? "all"
  const list = useCall(aiContract.listSkills, { ...(url.text && { query: url.text }) }, { keepPrevious: true })
  const lookalikes = useLookalikes("ai.skill", list.data?.skills)
  const rows = list.data?.skills.filter((skill) => origin === "all" || skill.origin === origin)
  const [editing, setEditing] = useState<Skill | null>(null)
  const [sharing, setSharing] = useState<SkillSummary | null>(null)
  const [deleting, setDeleting] = useState<SkillSummary | null>(null)
  const share = useChange(aiContract.shareSkill)
  const remove = useChange(aiContract.deleteSkill)
  const open = (skill: SkillSummary) => patch({ skill: skill.id }, { push: true })
  const adding = url.add !== undefined
  const add = mayWrite && (
    <Button variant="primary" onClick={() => patch({ add: "skill" })}>
      Write a skill
    </Button>
  )
  const actionsFor = (skill: SkillSummary): MenuEntry[] => [
    { id: "open", label: "Open", onSelect: () => open(skill) },
    ...(mayManage && skill.mayChange
      ? [
          {
            id: "share",
            label: skill.shared ? "Stop sharing" : "Share with everyone",
            onSelect: () => setSharing(skill),
          },
        ]
      : []),
    ...(skill.mayChange ? [{ id: "delete", label: "Delete", danger: true, onSelect: () => setDeleting(skill) }] : []),
  ]
  return (
    <ListPage
      title="Skills"
      description="Ways of working that you switch on for a conversation. The assistant then follows the skill's instructions, with the same tools and permissions as before."
      action={add}
      filters={
        <FilterBar>
          <ListSearch label="Search skills" value={url.text} onChange={(text) => patch({ text: text || undefined })} />
          <SegmentedControl
            label="From"
            value={origin}
            onChange={(value) => patch({ from: value === "all" ? undefined : value })}
            options={ORIGINS}
          />
        </FilterBar>
      }
    >
      <DataTable
        label="Skills"
        columns={[...COLUMNS, rowMenuColumn<SkillSummary>(({ title }) => title, actionsFor)]}
        rows={rows}
        lookalikes={lookalikes}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        onOpen={open}
        stale={list.isPlaceholderData}
        error={list.error && { message: list.error.message, onRetry: () => void list.refetch() }}
        empty={
          url.text || origin === "shared" ? (
            <EmptyState title="No skill matches">Try another word, or look at all of them.</EmptyState>
          ) : (
            <EmptyState title="No skill of your own yet" action={add}>
              Write down how you want something done, such as how you hand over a shift, and switch it on when you need
              it.
            </EmptyState>
          )
        }
      />
      {rows && rows.length > 0 && <p className="mt-2 text-muted">{formatCount(rows.length, "skill")}</p>}
      <SkillDrawer
        skillId={editing ? undefined : url.skill}
        onEdit={setEditing}
        onClose={() => patch({ skill: undefined })}
      />
      {(adding || editing) && (
        <SkillDialog
          key={editing?.id ?? "new"}
          skill={editing}
          onClose={() => {
            setEditing(null)
            if (adding) patch({ add: undefined })
          }}
        />
      )}
      <ConfirmDialog
        open={sharing !== null}
        onOpenChange={(next) => !next && setSharing(null)}
        title={sharing?.shared ? `Stop sharing ${sharing.title}?` : `Share ${sharing?.title} with everyone?`}
        description={
          sharing?.shared
            ? "Only its owner can switch it on from now on. Conversations that have it on go on without it."
            : "Everyone who may use skills can switch it on, and their assistant follows it. Read it once more first."
        }
        confirmLabel={sharing?.shared ? "Stop sharing" : "Share skill"}
        danger={false}
        onConfirm={() =>
          sharing && share.mutateAsync({ skillId: sharing.id, version: sharing.version, shared: !sharing.shared })
        }
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(next) => !next && setDeleting(null)}
        title={`Delete ${deleting?.title}?`}
        description={`Conversations that have it on go on without it.${deleting?.shared ? " It is shared: nobody can use it any more." : ""} It cannot be brought back.`}
        confirmLabel="Delete skill"
        onConfirm={() => deleting && remove.mutateAsync({ skillId: deleting.id })}
      />
    </ListPage>
  )
}

const COLUMNS: readonly Column<SkillSummary>[] = [
  { id: "title", header: "Skill", width: "2fr", priority: "title", cell: ({ title }) => title },
  { id: "description", header: "When to use it", width: "4fr", cell: ({ description }) => description },
  {
    id: "from",
    header: "From",
    width: "2fr",
    priority: "meta",
    cell: ({ origin, owner, shared }) =>
      origin === "builtIn" ? (
        <span className="text-muted">built in</span>
      ) : (
        <>
          {origin === "own" ? "you" : owner?.name}
          {shared && <Badge className="ml-1.5">Shared</Badge>}
        </>
      ),
  },
  {
    id: "updatedAt",
    header: "Changed",
    width: "112px",
    cell: ({ updatedAt }) => (updatedAt ? <Time instant={updatedAt} /> : null),
  },
]
