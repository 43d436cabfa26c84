import type { IssueList } from "@countersign/core/contract"
import { useCall, useLookalikesAmong, useRegistry, verbsOf } from "@countersign/core/web"
import {
  ButtonLink,
  EmptyState,
  LookalikeMark,
  Notice,
  Panel,
  PlainText,
  Skeleton,
  StatusMark,
  TextLink,
  Time,
} from "@countersign/ui"
import { CircleCheck } from "lucide-react"
import type { catalogContract } from "../contract.ts"

const SHOWN = 12
// The first page loads no contract.
const issues = verbsOf<typeof catalogContract>("catalog")("issues")

/** On the start page: what is wrong right now in everything that plugins look after, the worst first, or that nothing is. */
export default function WhatIsWrong() {
  const { thingTypes } = useRegistry()
  // Each source tells of things that have pages, so a change of any of those may change the answer.
  const { data, error } = useCall(issues, { limit: SHOWN }, { alsoShows: ["catalog.status", ...thingTypes()] })
  if (data) return <Answer found={data} />
  if (error) return <Notice tone="error">{error.message}</Notice>
  return <Skeleton lines={5} label="Reading what needs attention" />
}

function Answer({ found }: { found: IssueList }) {
  const { items, more, checked, failed } = found
  const lookalikes = useLookalikesAmong(items.map(({ thing }) => thing))
  if (checked.length === 0 && failed.length === 0)
    return (
      <EmptyState title="Nothing is open to you yet">
        An administrator can give you a role or put you into a team. What it opens appears here and at the left.
      </EmptyState>
    )
  return (
    <Panel title="What needs attention" action={<TextLink href="/catalog">All systems</TextLink>}>
      {failed.length > 0 && (
        <Notice tone="warning">
          {namesOf(failed)} could not be read. What is wrong there is not known until they can.
        </Notice>
      )}
      {items.length === 0 && failed.length === 0 && (
        <EmptyState
          title="Nothing needs attention"
          icon={<CircleCheck />}
          action={<ButtonLink href="/catalog">Go to the systems</ButtonLink>}
        >
          Nothing that is looked after here is known to be wrong.
        </EmptyState>
      )}
      <ul className="divide-y divide-hairline">
        {items.map((item) => (
          <IssueRow
            key={`${item.source} ${item.thing.type} ${item.thing.id}`}
            item={item}
            lookalike={lookalikes.has(item.thing.id)}
          />
        ))}
      </ul>
      <p className="border-hairline border-t py-2 text-faint text-table">{sourcesInWords(found, more)}</p>
    </Panel>
  )
}

function IssueRow({ item, lookalike }: { item: IssueList["items"][number]; lookalike: boolean }) {
  const { thingPath } = useRegistry()
  const { thing, tone, since, sentence, acknowledgedBy } = item
  const href = item.href ?? thingPath(thing)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2 sm:flex-nowrap">
      <span className="w-28 shrink-0">
        <StatusMark status={tone} />
      </span>
      <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        {href ? (
          <TextLink href={href} quiet className="break-words font-medium">
            {thing.name}
          </TextLink>
        ) : (
          <span className="break-words font-medium">
            <PlainText>{thing.name}</PlainText>
          </span>
        )}
        {lookalike && (
          <span className="ml-2 inline-flex align-bottom">
            <LookalikeMark compact id={thing.id} />
          </span>
        )}
        <span className="block break-words text-muted">
          <PlainText>{acknowledgedBy ? `${sentence} ${acknowledgedBy.name} has seen it.` : sentence}</PlainText>
        </span>
      </span>
      <Time instant={since} className="ml-auto shrink-0 text-faint" />
    </li>
  )
}

/** Where was looked and where not, so that an empty list says how much it means. */
function sourcesInWords({ checked, hidden }: IssueList, more: boolean): string {
  return [
    more && "There is more than is shown here.",
    checked.length > 0 && `Looked at: ${namesOf(checked)}.`,
    hidden.length > 0 && `Not open to you: ${namesOf(hidden)}.`,
  ]
    .filter(Boolean)
    .join(" ")
}

function namesOf(sources: IssueList["checked"]): string {
  return sources.map(({ name }) => name).join(", ")
}
