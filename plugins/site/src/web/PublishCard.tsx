import { type ToolCardProps, useCall, useCan } from "@countersign/core/web"
import { ProposalChanges } from "@countersign/ui"
import { useEffect, useState } from "react"
import { documentAccess, publicationAccess, siteContract } from "../contract.ts"
import { UnpublishedChanges } from "./UnpublishedChanges.tsx"
import { refIn } from "./words.ts"

/** A publication that waits for its signature: what would change, each document beside what visitors see of it now. */
export default function PublishCard({ proposal, listOf }: ToolCardProps) {
  // What is shown beside the rows is read by the browser of whoever signs; the rows alone are the card.
  const [inBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  const documents = proposal.diff.find(({ path }) => path === "documents")
  const chosen = listOf(documents?.after).flatMap((one) => keyIn(one))
  return (
    <div className="flex flex-col gap-3">
      <ProposalChanges proposal={proposal} />
      {inBrowser && proposal.status === "proposed" && <WhatWouldChange chosen={chosen} />}
    </div>
  )
}

function keyIn(entry: unknown): string[] {
  const { type, id } = (entry ?? {}) as { type?: unknown; id?: unknown }
  const key = `${String(type)}:${String(id)}`
  return refIn(key) ? [key] : []
}

/** None chosen is the whole site. */
function WhatWouldChange({ chosen }: { chosen: readonly string[] }) {
  const can = useCan()
  const mayLook = can(publicationAccess.read) && can(documentAccess.read)
  const { data } = useCall(
    siteContract.listUnpublished,
    {},
    { enabled: mayLook, alsoShows: ["site.document", "site.code"] },
  )
  if (!data) return null
  const changed = chosen.length === 0 ? data.changed : data.changed.filter(({ id }) => chosen.includes(id))
  return <UnpublishedChanges unpublished={{ ...data, changed }} compare />
}
