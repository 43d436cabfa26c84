import { useCan, useChange } from "@countersign/core/web"
import { Button, ButtonLink, ComposerLock, ModelPicker, Notice } from "@countersign/ui"
import { aiContract, connectionAccess } from "../../contract.ts"
import type { ChatModels, ModelChoice } from "./use-chat-models.ts"

/** No provider is connected, or none that this person may use. */
export function SetupLock() {
  const can = useCan()
  const rehearse = useChange(aiContract.createConnection, { alsoChanges: ["ai.chat", "ai.conversation"] })
  if (!can(connectionAccess.manage))
    return (
      <ComposerLock title="There is no model to talk to yet">
        No AI provider is connected that you may use. Ask an administrator to connect one under Settings, AI
        connections.
      </ComposerLock>
    )
  return (
    <ComposerLock
      title="Connect a model first"
      actions={
        <>
          <ButtonLink href="/settings/ai/connections" variant="primary">
            Connect an AI provider
          </ButtonLink>
          <Button
            busy={rehearse.isPending}
            onClick={() => rehearse.mutate({ driver: "rehearsal", label: "Rehearsal" })}
          >
            Try the Rehearsal model
          </Button>
        </>
      }
    >
      The assistant speaks with a provider of your choice, with a key of your own. Without one, the Rehearsal model
      shows how it works: no AI, but it plays a few requests through the real tools.
      {rehearse.error && (
        <Notice tone="error" className="mt-2">
          {rehearse.error.message}
        </Notice>
      )}
    </ComposerLock>
  )
}

/** The conversation's model is no longer on offer. */
export function ChooseModelLock(props: { models: ChatModels; onChoose: (choice: ModelChoice) => void }) {
  const { models, onChoose } = props
  return (
    <ComposerLock
      title="Choose a model to go on"
      actions={
        <ModelPicker
          groups={models.groups}
          value={null}
          onChange={({ groupId, modelId }) => onChoose({ connectionId: groupId, model: modelId })}
        />
      }
    >
      The one this conversation was held with is no longer on offer. What was said stays, and another model reads it.
    </ComposerLock>
  )
}
