import type { OutputOf } from "@countersign/core/contract"
import { Badge, Button, TextLink } from "@countersign/ui"
import { GitCompareArrows, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { SHARED_WORDS, type siteContract } from "../contract.ts"
import { SideBySide } from "./SideBySide.tsx"
import { NOUNS, pathOf, refIn } from "./words.ts"

export type Unpublished = OutputOf<typeof siteContract.listUnpublished>
export type ChangedDocument = Unpublished["changed"][number]

export function countOf({ changed, shared }: Unpublished): number {
  return changed.length + shared.length
}

const CHANGE_WORDS = { added: "New", changed: "Changed", removed: "Goes" } as const

/** What visitors would see otherwise than now. Where it can be compared, one document at a time is shown as it is and as it would be. */
export function UnpublishedChanges({ unpublished, compare = false }: { unpublished: Unpublished; compare?: boolean }) {
  const { version, sequence, changed, shared } = unpublished
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ul className="flex flex-col">
      {changed.map((one) => (
        <Line key={one.id} tone={one.change === "removed" ? "unhealthy" : "accent"} mark={CHANGE_WORDS[one.change]}>
          <span className="min-w-0 flex-1">
            <TextLink href={pathOf({ id: one.id }, one.change === "removed" ? "history" : undefined)}>
              {one.title}
            </TextLink>{" "}
            {one.address !== null && <span className="break-all font-mono text-muted">/{one.address}</span>}{" "}
            <span className="text-muted">
              {kindOf(one.id)}
              {one.what.length > 0 && `: ${one.what.join(", ")}`}
            </span>
          </span>
          {compare && (
            <Button
              size="sm"
              icon={open === one.id ? <X /> : <GitCompareArrows />}
              aria-expanded={open === one.id}
              aria-label={`${open === one.id ? "Close the comparison of" : "Compare"} ${one.title}`}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              {open === one.id ? "Close" : "Compare"}
            </Button>
          )}
          {compare && open === one.id && (
            <div className="w-full">
              <SideBySide change={one} version={version} sequence={sequence} />
            </div>
          )}
        </Line>
      ))}
      {shared.map((part) => (
        <Line key={part} tone="accent" mark="Changed">
          <span className="min-w-0 flex-1">{SHARED_WORDS[part]}</span>
        </Line>
      ))}
    </ul>
  )
}

function kindOf(key: string): string {
  const ref = refIn(key)
  return ref ? NOUNS[ref.type] : ""
}

function Line({ tone, mark, children }: { tone: "accent" | "unhealthy"; mark: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-hairline border-b py-1.5 text-table last:border-b-0">
      <span className="w-18 shrink-0">
        <Badge tone={tone}>{mark}</Badge>
      </span>
      {children}
    </li>
  )
}
