import type { ChatScope, PermissionMode } from "@countersign/core/contract"
import { useCall, useCan } from "@countersign/core/web"
import { ChoicePicker, ModelPicker, type ModelPickerHandle } from "@countersign/ui"
import { GraduationCap, ShieldCheck, Zap } from "lucide-react"
import type { Ref } from "react"
import { aiContract, skillAccess } from "../../contract.ts"
import type { ChatModels, ModelChoice } from "./use-chat-models.ts"

export interface Choices {
  model: ModelChoice | null
  permissionMode: PermissionMode
  skillId: string | null
}

/** What the next message is answered with: model, permission mode, skill. */
export function Pickers(props: {
  models: ChatModels
  scope: ChatScope
  choices: Choices
  onChange: (part: Partial<Choices>) => void
  disabled?: boolean
  modelRef?: Ref<ModelPickerHandle>
}) {
  const { models, scope, choices, onChange, disabled, modelRef } = props
  return (
    <>
      <ModelPicker
        ref={modelRef}
        groups={models.groups}
        value={choices.model ? { groupId: choices.model.connectionId, modelId: choices.model.model } : null}
        onChange={({ groupId, modelId }) => onChange({ model: { connectionId: groupId, model: modelId } })}
        disabled={disabled}
      />
      <ChoicePicker
        label="Changes"
        icon={choices.permissionMode === "auto" ? <Zap /> : <ShieldCheck />}
        value={choices.permissionMode}
        onChange={(permissionMode) => onChange({ permissionMode })}
        disabled={disabled}
        choices={MODES}
      />
      <SkillPicker
        scope={scope}
        value={choices.skillId}
        onChange={(skillId) => onChange({ skillId })}
        disabled={disabled}
      />
    </>
  )
}

const MODES = [
  {
    id: "approve",
    label: "I sign changes",
    short: "I sign",
    sentence: "Every change waits on a card until somebody signs it.",
  },
  {
    id: "auto",
    label: "Apply by itself",
    short: "By itself",
    sentence:
      "Changes are made at once, in your name, and shown afterwards. Deleting still waits for a signature, and so does everything after the assistant has read text from outside, or where an administrator demands one.",
  },
] as const

const NONE = "none"

function SkillPicker(props: {
  scope: ChatScope
  value: string | null
  onChange: (skillId: string | null) => void
  disabled: boolean | undefined
}) {
  const { scope, value, onChange, disabled } = props
  const can = useCan()
  const { data } = useCall(aiContract.listSkills, { scope }, { enabled: can(skillAccess.read) })
  if (!data || data.skills.length === 0) return null
  const skills = data.skills.map(({ id, title, description }) => ({ id, label: title, sentence: description }))
  return (
    <ChoicePicker
      label="Skill"
      icon={<GraduationCap />}
      value={skills.some(({ id }) => id === value) ? (value ?? NONE) : NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
      disabled={disabled}
      quiet={!skills.some(({ id }) => id === value)}
      choices={[{ id: NONE, label: "No skill", sentence: "It works by its general instructions." }, ...skills]}
    />
  )
}
