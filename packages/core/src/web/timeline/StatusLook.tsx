import { Badge, type BadgeTone } from "@countersign/ui"
import type { ComponentType } from "react"

export type StatusLooks<Status extends string> = Readonly<
  Record<Status, readonly [tone: BadgeTone, Icon: ComponentType]>
>

/** The mark of a thing's status: shape, word and colour, in this order of weight. */
export function StatusLook<Status extends string>({
  status,
  words,
  looks,
}: {
  status: Status
  words: Readonly<Record<Status, string>>
  looks: StatusLooks<Status>
}) {
  const [tone, Icon] = looks[status]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {words[status]}
    </Badge>
  )
}
