import type { FormState } from "@countersign/core/web"
import { ChevronRight } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { CheckDraft } from "./check-draft.ts"

interface FoldProps {
  label: string
  /** Of the fields inside. What was wrong must be seen where it stands, so it opens then. */
  paths: readonly string[]
  form: Pick<FormState<CheckDraft>, "failure">
  children: ReactNode
}

/** Fields that most people leave as they are. */
export function Fold({ label, paths, form, children }: FoldProps) {
  const [wanted, setWanted] = useState(false)
  const issues = form.failure?.body?.issues ?? []
  const isOpen = wanted || issues.some(({ path }) => paths.some((own) => path === own || path.startsWith(`${own}.`)))
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
        className="inline-flex min-h-8 items-center gap-1 rounded-md pr-2 text-accent-ink text-table hover:bg-hover pointer-coarse:min-h-10"
      >
        <ChevronRight aria-hidden className={isOpen ? "size-4 rotate-90" : "size-4"} />
        {label}
      </button>
      {isOpen && <div className="mt-2 flex flex-col gap-4 border-hairline border-l-2 pl-4">{children}</div>}
    </div>
  )
}
