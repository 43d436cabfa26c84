import type { ChatScope, PermissionMode } from "@countersign/core/contract"
import { useCall, useCan, useToldApart } from "@countersign/core/web"
import { Button, ChoicePicker, ModelPicker, type ModelPickerHandle, Notice, TextLink } from "@countersign/ui"
import { GraduationCap, ShieldCheck, Zap } from "lucide-react"
import type { Ref } from "react"
import { aiContract, skillAccess } from "../../contract.ts"
import { modesAfter } from "./mode-words.ts"
import { NOTHING_READ, type ReadWords } from "./read-words.ts"
import type { ChatModels, ModelChoice } from "./use-chat-models.ts"

export interface Choices {
  model: ModelChoice | null
  permissionMode: PermissionMode
  skillId: string | null
}

/** A skill that others may change is used as it was when it was switched on: this is asked again once it was changed. */
export function SkillChanged(props: {
  scope: ChatScope
  skillId: string | null
  version: number | null
  onUse: (skillId: string) => void
}) {
  const { scope, skillId, version, onUse } = props
  const can = useCan()
  const { data } = useCall(aiContract.listSkills, { scope }, { enabled: can(skillAccess.read) && version !== null })
  const skill = data?.skills.find(({ id }) => id === skillId)
  if (!skill?.pinned || version === null || skill.version === version) return null
  return (
    <Notice
      tone="info"
      className="mb-2"
      action={
        <Button size="sm" onClick={() => onUse(skill.id)}>
          Use the new version
        </Button>
      }
    >
      The skill “{skill.title}” was changed since you switched it on. This conversation goes on with the version you
      chose. <TextLink href="/settings/ai/skills">Read the new one</TextLink>
    </Notice>
  )
}

/** What the next message is answered with: model, permission mode, skill. */
export function Pickers(props: {
  models: ChatModels
  scope: ChatScope
  choices: Choices
  onChange: (part: Partial<Choices>) => void
  disabled?: boolean
  /** Others' words that the assistant has read in this conversation. */
  read?: ReadWords
  modelRef?: Ref<ModelPickerHandle>
}) {
  const { models, scope, choices, onChange, disabled, modelRef, read = NOTHING_READ } = props
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
        choices={modesAfter(read)}
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
  const titleOf = useToldApart("ai.skill", data?.skills)
  if (!data || data.skills.length === 0) return null
  const skills = data.skills.map(({ id, title, description }) => ({
    id,
    label: titleOf(id, title),
    sentence: description,
  }))
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
