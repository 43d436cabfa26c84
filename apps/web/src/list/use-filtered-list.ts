import { type ListState, useListState } from "@countersign/core/web"

export interface FilteredList<Column extends string, Filter extends string> extends ListState<Column> {
  filters: Readonly<Record<Filter, string>>
  setFilter(name: Filter, value: string): void
  /** For the control of one filter. */
  control(name: Filter): { value: string; onChange(value: string): void }
  filtered: boolean
  clear(): void
}

/** A list of the settings: sorting, place and named filters, all in the address. */
export function useFilteredList<Column extends string, Filter extends string>(options: {
  columns: readonly [Column, ...Column[]]
  direction?: "asc" | "desc"
  filters: readonly Filter[]
}): FilteredList<Column, Filter> {
  const list = useListState(options.columns, options.direction)
  const filters = Object.fromEntries(options.filters.map((name) => [name, list.state[name] ?? ""])) as Record<
    Filter,
    string
  >
  const setFilter = (name: Filter, value: string) => list.ask({ [name]: value || undefined })
  return {
    ...list,
    filters,
    setFilter,
    control: (name) => ({ value: filters[name], onChange: (value) => setFilter(name, value) }),
    filtered: options.filters.some((name) => filters[name] !== ""),
    clear: () => list.ask(Object.fromEntries(options.filters.map((name) => [name, undefined]))),
  }
}
