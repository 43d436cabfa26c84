import { type UrlState, useCall, useLookalikes, useUrlState } from "@countersign/core/web"
import { Badge, cx, EmptyState, LookalikeMark, PageHeader, PlainText, Skeleton, TextLink, Time } from "@countersign/ui"
import { useId } from "react"
import { type Browse, type BrowsedSystem, catalogContract } from "../contract.ts"
import { AddActions } from "./AddActions.tsx"
import { CatalogNav } from "./CatalogNav.tsx"
import { Failure } from "./Failure.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { countsInWords, SystemStatus } from "./status.tsx"
import { filterOf, isFiltered, SystemFilters } from "./system/SystemFilters.tsx"

// A group shows this many systems here; the list shows the rest.
const PER_GROUP = 20

export default function BrowsePage() {
  const [state, change] = useUrlState()
  const browse = useCall(
    catalogContract.browse,
    { ...filterOf(state), perGroup: PER_GROUP },
    { keepPrevious: true, alsoShows: ["catalog.group", "catalog.environment"] },
  )
  const counts = browse.data && countsInWords(browse.data.counts)
  return (
    <>
      <CatalogNav current="browse" />
      <div className="mx-auto w-full max-w-[1600px] px-4 pt-4 pb-10 sm:px-6 sm:pt-5">
        <PageHeader
          title="Catalog"
          description={counts || "Everything you look after, by group, the worst first."}
          actions={<AddActions />}
        />
        <div className="mt-4">
          <SystemFilters state={state} ask={change} />
        </div>
        <div className="mt-4" aria-busy={browse.isPlaceholderData || undefined}>
          {browse.error && <Failure error={browse.error} onRetry={browse.refetch} />}
          {!browse.data && !browse.error && <Skeleton lines={8} label="Loading the catalog" />}
          {browse.data && <Groups browse={browse.data} state={state} change={change} />}
        </div>
      </div>
    </>
  )
}

function Groups(props: { browse: Browse; state: UrlState; change: (patch: UrlState) => void }) {
  const { browse, state, change } = props
  const filtered = isFiltered(state)
  const toggled = new Set(state.toggled?.split(",") ?? [])
  const lookalikes = useLookalikes("catalog.group", browse.groups)

  if (browse.systemCount === 0 && filtered)
    return <EmptyState title="No system matches">Try another word, or clear the filters.</EmptyState>
  if (browse.systemCount === 0 && browse.groups.length === 0) return <FirstSteps />

  function toggle(id: string) {
    if (!toggled.delete(id)) toggled.add(id)
    change({ toggled: toggled.size > 0 ? [...toggled].join(",") : undefined })
  }
  return (
    <div className="flex flex-col border-hairline border-t">
      {browse.groups.map((group) => (
        <GroupSection
          key={group.id}
          title={group.name}
          mark={lookalikes.has(group.id) && <LookalikeMark compact id={group.id} />}
          description={group.description}
          group={group}
          // Healthy groups are closed: what needs eyes is in sight without scrolling. A search opens all it finds.
          open={(filtered || !isCalm(group)) !== toggled.has(group.id)}
          onToggle={() => toggle(group.id)}
          allHref={`/catalog/systems?group=${group.id}`}
        />
      ))}
      {browse.ungrouped.systemCount > 0 && (
        <GroupSection
          title="In no group"
          description=""
          group={browse.ungrouped}
          open={(filtered || browse.groups.length === 0 || !isCalm(browse.ungrouped)) !== toggled.has("none")}
          onToggle={() => toggle("none")}
          allHref="/catalog/systems?group=none"
        />
      )}
    </div>
  )
}

function isCalm({ status }: Browse["ungrouped"]): boolean {
  return status === "healthy" || status === null
}

function GroupSection(props: {
  title: string
  /** Where another group's name looks like this one's. */
  mark?: React.ReactNode
  description: string
  group: Browse["ungrouped"]
  open: boolean
  onToggle: () => void
  allHref: string
}) {
  const { title, mark, description, group, open, onToggle, allHref } = props
  const id = useId()
  const lookalikes = useLookalikes("catalog.system", open ? group.systems : undefined)
  const hidden = group.systemCount - group.systems.length
  return (
    <section aria-labelledby={`${id}-title`} className="border-hairline border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-systems`}
          className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-0.5 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
          onClick={onToggle}
        >
          <Caret open={open} />
          <span id={`${id}-title`} className="min-w-0 break-words font-semibold text-prose">
            {title}
          </span>
          {mark}
          <SystemStatus status={group.status} />
          <span className="text-muted text-table max-sm:w-full max-sm:pl-6">
            {countsInWords(group.counts) || "no systems"}
          </span>
        </button>
      </h2>
      <div id={`${id}-systems`} hidden={!open} className="pb-2">
        {description && (
          <p className="px-2 pb-1 pl-8 text-muted text-table">
            <PlainText>{description}</PlainText>
          </p>
        )}
        {group.systemCount === 0 && (
          <p className="px-2 py-1 pl-8 text-muted text-table">Nothing is in this group yet.</p>
        )}
        <ul aria-label={`Systems of ${title}`}>
          {group.systems.map((system) => (
            <SystemRow key={system.id} system={system} lookalike={lookalikes.has(system.id)} />
          ))}
        </ul>
        {hidden > 0 && (
          <p className="px-2 py-1.5 pl-8 text-table">
            <TextLink href={allHref}>Show all {group.systemCount} systems</TextLink>
          </p>
        )}
      </div>
    </section>
  )
}

function SystemRow({ system, lookalike }: { system: BrowsedSystem; lookalike: boolean }) {
  return (
    <li className="relative flex min-h-8 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-sm py-1 pr-2 pl-8 text-table hover:bg-hover">
      <span className="w-28 shrink-0">
        <SystemStatus status={system.status} />
      </span>
      <TextLink
        quiet
        href={`/catalog/systems/${system.id}`}
        // The link covers its row, so that the whole row can be tapped.
        className="min-w-0 break-words font-medium after:absolute after:inset-0 max-md:flex-1"
      >
        {system.name}
      </TextLink>
      {lookalike && <LookalikeMark compact id={system.id} />}
      <span className="min-w-0 flex-1 truncate text-muted max-md:hidden">
        <PlainText>{system.description}</PlainText>
      </span>
      {system.environments.map(({ id, name }) => (
        <Badge key={id} className="max-sm:hidden">
          {name}
        </Badge>
      ))}
      {system.statusSince && <Time instant={system.statusSince} className="text-faint" />}
    </li>
  )
}

function Caret({ open }: { open: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className={cx("size-3 shrink-0 text-muted", open && "rotate-90")}>
      <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
