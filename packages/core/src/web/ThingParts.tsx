import { type Column, Panel, Skeleton } from "@countersign/ui"
import { keepPreviousData, useQueries } from "@tanstack/react-query"
import { Suspense } from "react"
import { mayOpen, useMe } from "./me.ts"
import { type Registry, useRegistry } from "./registry.ts"
import type { ThingPlace } from "./thing-part.ts"

/** What other plugins show in one place of a thing's page, for those who may see it. */
export function ThingParts(props: { of: string; id: string; place: "overview" | "facts" }) {
  const parts = useThingParts(props.of, props.place)
  return parts.map(({ id, title, Content }) => (
    <Panel key={id} title={title}>
      <Suspense fallback={<Skeleton lines={2} label={`Loading ${title}`} />}>
        <Content id={props.id} />
      </Suspense>
    </Panel>
  ))
}

/** The tab that another plugin brings; nothing for ids that are none of theirs. */
export function ThingTab(props: { of: string; id: string; tab: string }) {
  const part = useThingParts(props.of, "tab").find(({ id }) => id === props.tab)
  if (!part) return null
  return (
    <Suspense fallback={<Skeleton lines={6} label={`Loading ${part.title}`} />}>
      <part.Content id={props.id} />
    </Suspense>
  )
}

/** The tabs that other plugins bring, for those who may see them. */
export function useThingTabs(type: string): { id: string; label: string }[] {
  return useThingParts(type, "tab").map(({ id, title }) => ({ id, label: title }))
}

/** The columns that other plugins bring to a list of things: one read each for all rows shown, never one per row. */
export function useRowParts<Row extends { id: string }>(type: string, rows: readonly Row[] | undefined): Column<Row>[] {
  const me = useMe()
  const parts = useRegistry()
    .rowPartsOn(type)
    .filter(({ access }) => mayOpen(me, access))
  const ids = (rows ?? []).map(({ id }) => id)
  const answers = useQueries({
    queries: parts.map((part) => ({
      queryKey: ["row-part", part.id, ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await part.load()).default.load(ids, signal),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      meta: { resources: part.resources },
    })),
  })
  return parts.map(({ id, title, width }, index) => ({
    id,
    header: title,
    width,
    cell: (row) => (answers[index]?.isError ? <NotRead title={title} /> : answers[index]?.data?.get(row.id)),
  }))
}

function NotRead({ title }: { title: string }) {
  return (
    <span className="text-faint" title={`${title} could not be read. Load the page again to try once more.`}>
      not read
    </span>
  )
}

function useThingParts(type: string, place: Exclude<ThingPlace, "row">): ReturnType<Registry["partsOn"]> {
  const me = useMe()
  return useRegistry()
    .partsOn(type, place)
    .filter(({ access }) => mayOpen(me, access))
}
