import { useCall, useUrlState } from "@countersign/core/web"
import {
  Badge,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  formatCount,
  ListPage,
  ListSearch,
  SegmentedControl,
  Time,
} from "@countersign/ui"
import { aiContract, type ToolEntry } from "../../../contract.ts"
import { demandsOf, EFFECT_TONES, EFFECT_WORDS } from "../words.ts"
import { ToolDrawer } from "./ToolDrawer.tsx"

export default function ToolsPage() {
  const [url, patch] = useUrlState()
  const { data, error, refetch } = useCall(
    aiContract.listTools,
    { all: true },
    { alsoShows: ["ai.policy", "platform.role"] },
  )
  const effect = (Object.keys(EFFECT_WORDS) as ToolEntry["effect"][]).find((known) => known === url.effect)
  const rows = data?.tools.filter((tool) => (!effect || tool.effect === effect) && matches(tool, url.text))
  return (
    <ListPage
      title="AI tools"
      description="Everything the assistant and connected apps can be asked to do. Each runs as the person who asked, with their permissions."
      filters={
        <FilterBar>
          <ListSearch label="Search tools" value={url.text} onChange={(text) => patch({ text: text || undefined })} />
          <SegmentedControl
            label="Effect"
            value={effect ?? "all"}
            onChange={(value) => patch({ effect: value === "all" ? undefined : value })}
            options={[
              { value: "all", label: "All" },
              ...Object.entries(EFFECT_WORDS).map(([value, label]) => ({ value, label })),
            ]}
          />
        </FilterBar>
      }
    >
      <DataTable
        label="Tools"
        columns={COLUMNS}
        rows={rows}
        rowId={({ name }) => name}
        rowLabel={({ name }) => name}
        onOpen={({ name }) => patch({ tool: name }, { push: true })}
        error={error && { message: error.message, onRetry: () => void refetch() }}
        empty={<EmptyState title="No tool matches">Search for a part of its name or of what it does.</EmptyState>}
      />
      {rows && rows.length > 0 && <p className="mt-2 text-muted">{formatCount(rows.length, "tool")}</p>}
      <ToolDrawer tool={data?.tools.find(({ name }) => name === url.tool)} onClose={() => patch({ tool: undefined })} />
    </ListPage>
  )
}

function matches(tool: ToolEntry, text: string | undefined): boolean {
  const words = (text ?? "").toLowerCase().split(/\s+/).filter(Boolean)
  const searched = `${tool.name} ${tool.description} ${tool.requiredAccessRules.join(" ")}`.toLowerCase()
  return words.every((word) => searched.includes(word))
}

const COLUMNS: readonly Column<ToolEntry>[] = [
  { id: "name", header: "Tool", width: "2fr", mono: true, priority: "title", cell: ({ name }) => name },
  {
    id: "effect",
    header: "Effect",
    width: "96px",
    priority: "meta",
    cell: ({ effect }) => <Badge tone={EFFECT_TONES[effect]}>{EFFECT_WORDS[effect]}</Badge>,
  },
  {
    id: "rules",
    header: "Permission",
    width: "2fr",
    mono: true,
    cell: ({ requiredAccessRules }) =>
      requiredAccessRules.length > 0 ? requiredAccessRules.join(", ") : <span className="font-sans">signed in</span>,
  },
  {
    id: "roles",
    header: "Who",
    width: "2fr",
    cell: ({ roles }) => roles.map(({ name }) => name).join(", ") || "nobody",
  },
  {
    id: "policy",
    header: "Policy",
    width: "1fr",
    priority: "meta",
    cell: ({ policy }) =>
      demandsOf(policy).map((demand) => (
        <Badge key={demand} tone={demand === "Off" ? "unhealthy" : "maintenance"} className="mr-1">
          {demand}
        </Badge>
      )),
  },
  {
    id: "lastUsedAt",
    header: "Last use",
    width: "112px",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time instant={lastUsedAt} /> : <span className="text-faint">never</span>),
  },
]
