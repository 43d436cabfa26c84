import type { ChangeUrlState, UrlState } from "../use-url-state.ts"

export interface PageAnswer<Row> {
  items: readonly Row[]
  nextCursor: string | null
  previousCursor: string | null
}

export interface PagingProps {
  label: string
  from: number
  to: number
  onNext?: () => void
  onPrevious?: () => void
}

// What listing verbs return unless told otherwise.
const PAGE_SIZE = 50

/** Forward and back by the answer's cursors; null where all rows stand on one page. */
export function pagingProps<Row>(
  answer: PageAnswer<Row> | undefined,
  label: string,
  state: UrlState,
  change: ChangeUrlState,
): PagingProps | null {
  if (!answer || (!answer.nextCursor && !answer.previousCursor)) return null
  const { nextCursor, previousCursor } = answer
  const from = Math.max(1, Number.parseInt(state.from ?? "1", 10) || 1)
  const to = from + answer.items.length - 1
  const back = String(Math.max(1, from - PAGE_SIZE))
  return {
    label,
    from,
    to,
    ...(nextCursor && {
      onNext: () => change({ after: nextCursor, before: undefined, from: String(to + 1) }, { push: true }),
    }),
    ...(previousCursor && {
      onPrevious: () => change({ before: previousCursor, after: undefined, from: back }, { push: true }),
    }),
  }
}
