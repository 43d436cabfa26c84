import { useCall } from "@countersign/core/web"
import { Button, Drawer, LazyMarkdown, Notice, PlainText, Skeleton } from "@countersign/ui"
import { aiContract, type Skill } from "../../../contract.ts"

/** A skill as the assistant reads it. */
export function SkillDrawer(props: {
  skillId: string | undefined
  onEdit: (skill: Skill) => void
  onClose: () => void
}) {
  const { skillId, onEdit, onClose } = props
  const { data, error } = useCall(aiContract.getSkill, { skillId: skillId ?? "" }, { enabled: skillId !== undefined })
  return (
    <Drawer
      open={skillId !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={data?.title ?? "Skill"}
      footer={
        data?.mayChange && (
          <Button variant="primary" onClick={() => onEdit(data)}>
            Edit skill
          </Button>
        )
      }
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {!error && !data && <Skeleton lines={8} label="Reading the skill" />}
      {data && (
        <div className="flex flex-col gap-4">
          {data.description && (
            <p className="text-muted text-prose">
              <PlainText>{data.description}</PlainText>
            </p>
          )}
          <LazyMarkdown>{data.text}</LazyMarkdown>
        </div>
      )}
    </Drawer>
  )
}
