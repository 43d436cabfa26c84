import { type UrlState, useCall, useCan, useToldApart } from "@countersign/core/web"
import { FilterBar, LinkButton, ListSearch, Select } from "@countersign/ui"
import { catalogContract, environmentAccess } from "../../contract.ts"
import { STATUS_OPTIONS, toStatusFilter } from "../status.tsx"

const KEYS = ["text", "status", "environment", "tag"] as const

/** The filters that the overview and the list share, as the verbs take them. */
export function filterOf({ text, status, environment, tag }: UrlState) {
  return {
    ...(text && { text }),
    ...(status && { status: toStatusFilter(status) }),
    ...(environment && { environmentId: environment }),
    ...(tag && { tags: [tag] }),
  }
}

export function isFiltered(state: UrlState, more: readonly string[] = []): boolean {
  return [...KEYS, ...more].some((key) => state[key])
}

export interface SystemFiltersProps {
  state: UrlState
  ask: (patch: UrlState) => void
  /** Filters of one page only. */
  children?: React.ReactNode
  /** Their keys, for "Clear filters". */
  more?: readonly string[]
}

export function SystemFilters({ state, ask, children, more = [] }: SystemFiltersProps) {
  const can = useCan()
  const mayNarrow = can(environmentAccess.read)
  const environments = useCall(catalogContract.listEnvironments, { limit: 200 }, { enabled: mayNarrow })
  const environmentName = useToldApart("catalog.environment", environments.data?.items)
  const tags = useCall(catalogContract.listTags, { limit: 100 })
  return (
    <FilterBar>
      <ListSearch label="Search systems" value={state.text} onChange={(text) => ask({ text: text || undefined })} />
      <Select
        prefixLabel="Status"
        placeholder="any"
        options={STATUS_OPTIONS}
        value={state.status ?? ""}
        onChange={(status) => ask({ status: status || undefined })}
      />
      {(environments.data?.items.length ?? 0) > 0 && (
        <Select
          prefixLabel="Environment"
          placeholder="any"
          options={
            environments.data?.items.map(({ id, name }) => ({ value: id, label: environmentName(id, name) })) ?? []
          }
          value={state.environment ?? ""}
          onChange={(environment) => ask({ environment: environment || undefined })}
        />
      )}
      {(tags.data?.tags.length ?? 0) > 0 && (
        <Select
          prefixLabel="Tag"
          placeholder="any"
          options={tags.data?.tags.map(({ tag }) => ({ value: tag, label: tag })) ?? []}
          value={state.tag ?? ""}
          onChange={(tag) => ask({ tag: tag || undefined })}
        />
      )}
      {children}
      {isFiltered(state, more) && (
        <LinkButton onClick={() => ask(Object.fromEntries([...KEYS, ...more].map((key) => [key, undefined])))}>
          Clear filters
        </LinkButton>
      )}
    </FilterBar>
  )
}
