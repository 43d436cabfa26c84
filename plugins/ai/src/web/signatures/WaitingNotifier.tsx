import { useCall, verbsOf } from "@countersign/core/web"
import { askedWords } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import type { aiContract } from "../../contract.ts"
import { raiseNotice, useNoticeState } from "./browser-notice.ts"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

// It is on every page, the first included, which loads no contract.
const listProposals = verbsOf<typeof aiContract>("ai")("listProposals")

/** On every page: raises a notice for a proposal that came while nobody looked at this tab. */
export default function WaitingNotifier() {
  const on = useNoticeState() === "on"
  const navigate = useNavigate()
  const { data } = useCall(listProposals, { box: "mine", limit: 20 }, { enabled: on, alsoShows: PROPOSALS })
  const known = useRef<Set<string> | null>(null)

  useEffect(() => {
    if (!on) known.current = null
    if (!on || !data) return
    // What waited before the page was opened is on the badge already.
    const fresh = known.current ? data.items.filter(({ id }) => !known.current?.has(id)) : []
    known.current = new Set([...(known.current ?? []), ...data.items.map(({ id }) => id)])
    if (!document.hidden) return
    for (const proposal of fresh) {
      const { id, summary, askedBy, askedFor } = proposal
      const { verb, how } = askedWords(proposal)
      raiseNotice({
        tag: id,
        title: summary,
        body: `${askedBy.name} ${verb}${askedFor ? ` for ${askedFor.name}` : ""} ${how}.`,
        onOpen: () => void navigate({ to: signaturePath(id) }),
      })
    }
  }, [on, data, navigate])

  return null
}
