import { LookalikeMark, Notice, Skeleton, TextLink } from "@countersign/ui"
import type { ReactNode } from "react"
import type { CallError } from "../call.ts"
import { useLookalikes } from "../lookalikes.ts"

/** On the page of another plugin's thing: a few of the plugin's own, each with its marks, and where to go from there. */
export function PartList<Item extends { id: string; title: string }>({
  answer,
  type,
  items,
  loading,
  empty,
  href,
  marks,
  links,
}: {
  answer: { error: CallError | null }
  /** What rules call such a thing: `incident.incident`. */
  type: string
  /** Undefined while they are read. */
  items: readonly Item[] | undefined
  /** Said while they are: "Loading open incidents". */
  loading: string
  /** Said when there is none. */
  empty: string
  href: (item: Item) => string
  /** Beside the title. */
  marks: (item: Item) => ReactNode
  /** Below, from word to address; what is false is left out. */
  links: readonly (readonly [label: string, href: string] | false | null | undefined)[]
}) {
  const lookalikes = useLookalikes(type, items)
  if (answer.error) return <Notice tone="error">{answer.error.message}</Notice>
  if (!items) return <Skeleton lines={2} label={loading} />
  const shown = links.filter((link) => link !== false && link !== null && link !== undefined)
  return (
    <>
      {items.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="flex flex-col">
        {items.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5 last:border-b-0"
          >
            <TextLink href={href(item)} className="min-w-0 break-words">
              {item.title}
            </TextLink>
            {lookalikes.has(item.id) && <LookalikeMark compact id={item.id} />}
            {marks(item)}
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-4">
          {shown.map(([label, to]) => (
            <TextLink key={to} href={to}>
              {label}
            </TextLink>
          ))}
        </p>
      )}
    </>
  )
}
