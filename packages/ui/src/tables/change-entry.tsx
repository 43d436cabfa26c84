import { Flag } from "lucide-react"
import { TextLink } from "../actions/Link.tsx"
import { Badge } from "../marks/Badge.tsx"
import type { Instant } from "../marks/format.ts"
import { PlainText } from "../text/PlainText.tsx"
import type { TimelineEntry } from "./Timeline.tsx"

/** Something that was done to systems on purpose, such as a deployment, at its place in the timeline of what it may have led to. */
export function changeEntry(change: {
  id: string
  at: Instant
  what: string
  release: string | null
  link: string | null
  environment: { name: string } | null
  systems: readonly { name: string }[]
  recorder: string
}): TimelineEntry {
  const { id, at, what, release, link, environment, systems, recorder } = change
  const where = [...systems, ...(environment ? [environment] : [])].map(({ name }) => name).join(", ")
  return {
    id,
    time: at,
    icon: <Flag />,
    author: { name: recorder },
    title: `recorded a change of ${where}`,
    mark: <Badge>Change</Badge>,
    body: (
      <p className="break-words">
        <PlainText>{[what, ...(release === null ? [] : [`version ${release}`])].join(", ")}</PlainText>
        {link !== null && URL.canParse(link) && (
          <>
            {" "}
            <TextLink href={link} external>
              {new URL(link).host}
            </TextLink>
          </>
        )}
      </p>
    ),
  }
}
