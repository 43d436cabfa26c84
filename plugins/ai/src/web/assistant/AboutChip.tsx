import { useCall } from "@countersign/core/web"
import { X } from "lucide-react"
import { aiContract } from "../../contract.ts"

/** Says which thing the assistant is told of with the next message, and lets one take it away. */
export function AboutChip({ thing, onDismiss }: { thing: { type: string; id: string }; onDismiss: () => void }) {
  const { data } = useCall(aiContract.nameThing, { thing }, { alsoShows: [thing.type] })
  if (!data?.name) return null
  return (
    <p className="flex min-w-0 shrink-0 items-center gap-1 border-hairline border-b bg-surface py-1 pr-2 pl-4 text-muted text-table">
      <span className="min-w-0 truncate">
        About: <span className="font-medium text-ink">{data.name}</span>
      </span>
      <button
        type="button"
        aria-label={`Do not ask about ${data.name}`}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-hover hover:text-ink pointer-coarse:size-9"
        onClick={onDismiss}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </p>
  )
}
