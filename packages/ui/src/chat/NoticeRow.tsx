import {
  CircleSlash,
  CircleStop,
  FoldVertical,
  type LucideIcon,
  PlugZap,
  RotateCcw,
  Scissors,
  Signature,
  TriangleAlert,
  WalletMinimal,
} from "lucide-react"
import { Button } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { useCopy } from "../fields/CopyField.tsx"
import { Notice } from "../states/Notice.tsx"
import { plainly } from "../text/PlainText.tsx"
import type { NoticeBlock, NoticeKind } from "./blocks.ts"

export type NoticeRowProps = { notice: NoticeBlock }

/** What happened to a turn besides the answer. */
export function NoticeRow({ notice }: NoticeRowProps) {
  const { icon: Icon, title, tone } = LOOKS[notice.kind]
  if (tone !== "quiet")
    return (
      <Notice past tone={tone} title={title} action={notice.detail && <CopyDetail detail={notice.detail} />}>
        <p className="break-words">{plainly(notice.text)}</p>
        {notice.detail && (
          <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono text-muted">
            {plainly(notice.detail)}
          </p>
        )}
      </Notice>
    )
  return (
    <p className="flex items-start gap-2 px-1.5 text-muted text-table">
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", notice.kind === "decided" && "text-seal-ink")} />
      <span className="min-w-0 break-words">{plainly(notice.text || title)}</span>
    </p>
  )
}

function CopyDetail({ detail }: { detail: string }) {
  const [copied, copy] = useCopy(detail)
  return (
    <Button size="sm" onClick={copy}>
      {copied ? "Copied" : "Copy"}
    </Button>
  )
}

const LOOKS: Record<NoticeKind, { icon: LucideIcon; title: string; tone: "quiet" | "warning" | "error" }> = {
  stopped: { icon: CircleStop, title: "Stopped.", tone: "quiet" },
  interrupted: { icon: PlugZap, title: "The answer was interrupted", tone: "warning" },
  failed: { icon: TriangleAlert, title: "The model could not answer", tone: "error" },
  cut: { icon: Scissors, title: "The answer was cut off", tone: "warning" },
  refused: { icon: CircleSlash, title: "The provider declined to answer", tone: "warning" },
  length: { icon: Scissors, title: "The answer reached its greatest length", tone: "warning" },
  "off-topic": { icon: CircleSlash, title: "Not a question for this assistant", tone: "warning" },
  "over-spend": { icon: WalletMinimal, title: "The budget for the assistant is used up", tone: "warning" },
  "over-budget": { icon: WalletMinimal, title: "Too many calls of tools", tone: "warning" },
  "out-of-steps": { icon: FoldVertical, title: "It used all its steps.", tone: "quiet" },
  compacted: { icon: FoldVertical, title: "Earlier messages were summed up.", tone: "quiet" },
  again: { icon: RotateCcw, title: "Another answer to the same question.", tone: "quiet" },
  decided: { icon: Signature, title: "Decided.", tone: "quiet" },
}
