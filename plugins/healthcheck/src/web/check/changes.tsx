import { type Change, catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan } from "@countersign/core/web"
import { PlainText, TextLink, Time } from "@countersign/ui"
import { Flag } from "lucide-react"

// As many as can be told apart on a phone.
const MOST_MARKS = 100
const MOST_LISTED = 8

const NONE: readonly Change[] = []

/** What was changed in the systems of a check, for all that is drawn over the same time. */
export function useChanges(systemIds: string[], { from, to }: { from: string; to: string }): readonly Change[] {
  const enabled = useCan()(systemAccess.read) && systemIds.length > 0
  const input = { systemIds, from, to, limit: MOST_MARKS }
  const { data } = useCall(catalogContract.changes, input, {
    enabled,
    keepPrevious: true,
    alsoShows: ["catalog.change"],
  })
  return (enabled && data?.items) || NONE
}

/** The marks in words. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes of its systems" className="mt-3 flex flex-col divide-y divide-hairline text-table">
      {changes.slice(0, MOST_LISTED).map(({ id, what, release, link, systems, environment, at, recorder }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
          <span className="min-w-0 flex-1 break-words">
            <Flag aria-hidden className="mr-1.5 inline size-3.5 align-[-2px] text-accent-ink" />
            <PlainText>{[what, ...(release === null ? [] : [`version ${release}`])].join(", ")}</PlainText>
            <span className="text-muted">
              {" "}
              <PlainText>{systems.map(({ name }) => name).join(", ")}</PlainText>
            </span>
            {link !== null && URL.canParse(link) && (
              <>
                {" "}
                <TextLink href={link} external>
                  {new URL(link).host}
                </TextLink>
              </>
            )}
          </span>
          <span className="text-faint max-sm:w-full">
            <PlainText>{environment ? `${environment.name}, ${recorder}` : recorder}</PlainText>, <Time instant={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
