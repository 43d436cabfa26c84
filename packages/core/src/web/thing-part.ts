import type { ComponentType } from "react"
import type { AccessRule } from "../contract/access.ts"

/** Where a part stands: below the page's own overview, on a tab of its own, beside the facts, or in a column of the list. */
export type ThingPlace = "overview" | "tab" | "facts" | "row"

interface PartWords {
  /** `<plugin>.<name>`. A tab's is in the address. */
  readonly id: string
  /** The panel's heading, the tab's label, the column's header. */
  readonly title: string
  /** Lower comes first. */
  readonly order: number
  /** Any one of these shows it. None: whoever sees the page. */
  readonly access?: readonly AccessRule[]
}

/** What a plugin shows on the page of another's thing. Its component loads when it is first drawn. */
export interface ThingPart extends PartWords {
  readonly place: Exclude<ThingPlace, "row">
  readonly load: () => Promise<{ default: ComponentType<ThingPartProps> }>
}

export interface ThingPartProps {
  /** Of the thing whose page it is. */
  readonly id: string
}

/** What a plugin shows in each row of a list of another's things. */
export interface RowPart extends PartWords {
  readonly place: "row"
  /** CSS grid width: "96px", "1fr". */
  readonly width?: string
  /** Read again when one of these changes: `["incident.incident"]`. */
  readonly resources: readonly string[]
  readonly load: () => Promise<{ default: RowCells }>
}

/** One read for all rows that a page of the list shows; a row that it says nothing of stays empty. */
export interface RowCells {
  load(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, React.ReactNode>>
}

/** `export default defineRowCells({ load, cell })`: what is read once for all rows, and how one row shows it. */
export function defineRowCells<Data>(draft: {
  load(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Data>>
  cell(data: Data, id: string): React.ReactNode
}): RowCells {
  return {
    async load(ids, signal) {
      const read = await draft.load(ids, signal)
      return new Map([...read].map(([id, data]) => [id, draft.cell(data, id)]))
    },
  }
}
