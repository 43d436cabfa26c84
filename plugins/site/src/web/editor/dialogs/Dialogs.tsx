import type { ComponentType } from "react"
import type { NodeId } from "../../../document.ts"
import type { Question } from "../gestures/gesture.ts"
import { ComponentDialog } from "./ComponentDialog.tsx"
import { MoveDialog } from "./MoveDialog.tsx"
import { RenameDialog } from "./RenameDialog.tsx"

export interface QuestionProps {
  nodes: readonly NodeId[]
  onClose: () => void
}

/** One for each question that a gesture has before it can be done. */
const DIALOGS: Readonly<Record<Question["kind"], ComponentType<QuestionProps>>> = {
  rename: RenameDialog,
  moveTo: MoveDialog,
  component: ComponentDialog,
}

export function Dialogs({ question, onClose }: { question: Question | null; onClose: () => void }) {
  if (!question) return null
  const Asked = DIALOGS[question.kind]
  return <Asked nodes={question.nodes} onClose={onClose} />
}
