import { sampleAccess } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import { Button, ConfirmDialog, Notice, SettingsSection, Skeleton, useToast } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { addSample, previewRemoveSample, removeSample, sampleStatus } from "./sample-verbs.ts"

/** Whether sample data is there, and the two clicks that add and remove it. Null where it is not this person's to decide. */
export function useSample() {
  const client = useQueryClient()
  const mayManage = useCan()(sampleAccess.manage)
  const { data: status } = useCall(sampleStatus, {}, { enabled: mayManage })
  // It touches every plugin, so everything on screen is read again.
  const everything = { onDone: () => void client.invalidateQueries() }
  const add = useChange(addSample, everything)
  const remove = useChange(removeSample, everything)
  if (!mayManage || !status?.offered) return null
  return { present: status.present, add, remove }
}

export function SampleSection() {
  const sample = useSample()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  if (!sample) return null
  return (
    <SettingsSection
      title="Sample data"
      description="A few systems and incidents for a first look. They are marked, and removing them touches nothing of yours."
    >
      {sample.present ? (
        <Button className="self-start" busy={sample.remove.isPending} onClick={() => setAsking(true)}>
          Remove the sample data
        </Button>
      ) : (
        <Button
          className="self-start"
          busy={sample.add.isPending}
          onClick={() => sample.add.mutate({}, { onError: (cause) => toast.error(cause) })}
        >
          Add sample data
        </Button>
      )}
      <RemoveSampleDialog open={asking} onOpenChange={setAsking} onConfirm={() => sample.remove.mutateAsync({})} />
    </SettingsSection>
  )
}

/** Says first what of one's own has to do with it. */
export function RemoveSampleDialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => Promise<unknown>
}) {
  const { open } = props
  const preview = useCall(previewRemoveSample, {}, { enabled: open, alsoShows: SHOWN })
  const sentences = preview.data?.sentences ?? []
  return (
    <ConfirmDialog
      {...props}
      title="Remove the sample data?"
      description="The sample systems and incidents go, including what was written on them since. Nothing of yours is deleted or resolved."
      confirmLabel="Remove sample data"
    >
      {preview.error ? (
        <Notice tone="error">{preview.error.message}</Notice>
      ) : sentences.length > 0 ? (
        <Notice tone="warning" title="What of yours has to do with it">
          <ul className="list-disc pl-5">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      ) : preview.data ? (
        <p className="text-muted">Nothing of yours refers to it.</p>
      ) : (
        <Skeleton lines={2} label="Looking what of yours refers to it" />
      )}
    </ConfirmDialog>
  )
}

const SHOWN = ["catalog.system", "catalog.group", "catalog.environment", "incident.incident"]
