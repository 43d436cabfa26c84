import { PlainText, TextLink, Time } from "@countersign/ui"
import { Flag } from "lucide-react"
import type { Change } from "../../contract.ts"

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
