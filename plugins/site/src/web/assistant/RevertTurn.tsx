import { type AnswerPartProps, useChange } from "@countersign/core/web"
import { Button, Notice, PlainText } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { Undo2 } from "lucide-react"
import { useEffect, useRef } from "react"
import { documentAccess, siteContract } from "../../contract.ts"
import { readTurn } from "./read-turn.ts"
import { changesInWords, takenBackInWords } from "./turn-words.ts"

/** Beneath an answer that changed the draft: takes all of it back, and says so from then on. */
export default function RevertTurn({ turnId }: AnswerPartProps) {
  const { data: turn } = useQuery({
    queryKey: ["site-turn", turnId],
    queryFn: () => readTurn(turnId),
    meta: { resources: [documentAccess.read.resource] },
  })
  const revert = useChange(siteContract.revertTurn)
  const line = useRef<HTMLParagraphElement>(null)
  const isBack = turn != null && turn.changes === 0
  const { isSuccess, data: done, error } = revert
  useEffect(() => {
    // The button that had the keyboard is gone.
    if (isBack && isSuccess && document.activeElement === document.body) line.current?.focus()
  }, [isBack, isSuccess])

  if (!turn) return null
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 px-1.5">
      {isBack ? (
        <p ref={line} tabIndex={-1} className="flex min-w-0 items-start gap-2 text-muted text-table">
          <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            <PlainText>{takenBackInWords(turn)}</PlainText>
          </span>
        </p>
      ) : (
        <Button
          size="sm"
          icon={<Undo2 />}
          busy={revert.isPending}
          title={`Takes back ${changesInWords(turn)}`}
          onClick={() => revert.mutate({ turnId })}
        >
          Revert this turn
        </Button>
      )}
      {error && <Notice tone="error">{error.message}</Notice>}
      {done && done.left.length > 0 && (
        <Notice tone="warning" title="Not all of it was taken back">
          <ul className="list-disc pl-4">
            {done.left.map((sentence) => (
              <li key={sentence}>
                <PlainText>{sentence}</PlainText>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <span role="status" className="sr-only">
        {isBack && isSuccess ? takenBackInWords(turn) : ""}
      </span>
    </div>
  )
}
