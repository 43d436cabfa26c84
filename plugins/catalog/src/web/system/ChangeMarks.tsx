import { PlainText, TextLink, Time } from "@countersign/ui"
import { Flag } from "lucide-react"
import type { Change } from "../../contract.ts"

/** Where changes lie within a stretch of time, drawn above whatever shows that stretch over the same width. */
export function ChangeMarks({ window, changes }: { window: { from: string; to: string }; changes: readonly Change[] }) {
  const from = Date.parse(window.from)
  const length = Date.parse(window.to) - from
  const within = changes
    .map(({ id, what, at }) => ({ id, what, share: (Date.parse(at) - from) / length }))
    .filter(({ share }) => share >= 0)
  if (within.length === 0) return null
  return (
    // The list beneath says the same in words.
    <div aria-hidden className="relative mb-px h-2 w-full overflow-hidden">
      {within.map(({ id, what, share }) => (
        <span
          key={id}
          title={what}
          className="-translate-x-1/2 absolute top-0 size-0 border-x-4 border-x-transparent border-t-8 border-t-accent"
          // One that a clock ahead of ours recorded stands at the end.
          style={{ left: `${Math.min(share, 1) * 100}%` }}
        />
      ))}
    </div>
  )
}

/** One change in words, for a list on the page of one of its systems. */
export function RecordedChange({ change, systemId }: { change: Change; systemId: string }) {
  const { what, release, link, environment, systems, recorder, at } = change
  const others = systems.filter(({ id }) => id !== systemId).map(({ name }) => name)
  return (
    <>
      <span className="w-28 shrink-0">
        <Flag aria-hidden className="mr-1.5 inline size-3.5 align-[-2px] text-accent-ink" />
        Change
      </span>
      <span className="min-w-0 flex-1 break-words">
        <PlainText>{what}</PlainText>
        {release !== null && (
          <>
            {", version "}
            <PlainText>{release}</PlainText>
          </>
        )}
        {others.length > 0 && (
          <>
            {", also of "}
            <PlainText>{others.join(", ")}</PlainText>
          </>
        )}
        {link !== null && (
          <>
            {" "}
            <TextLink href={link} external>
              {hostOf(link)}
            </TextLink>
          </>
        )}
      </span>
      <span className="text-faint max-sm:w-full">
        {environment && `${environment.name}, `}
        {recorder}, <Time instant={at} />
      </span>
    </>
  )
}

/** Where the link leads, whatever its path pretends. */
function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host : link
}
