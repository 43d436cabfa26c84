import { sampleAccess, sampleContract } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import { Button, ConfirmDialog, SettingsSection, useToast } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

/** Whether sample data is there, and the two clicks that add and remove it. Null where it is not this person's to decide. */
export function useSample() {
  const client = useQueryClient()
  const mayManage = useCan()(sampleAccess.manage)
  const { data: status } = useCall(sampleContract.sampleStatus, {}, { enabled: mayManage })
  // It touches every plugin, so everything on screen is read again.
  const everything = { onDone: () => void client.invalidateQueries() }
  const add = useChange(sampleContract.addSample, everything)
  const remove = useChange(sampleContract.removeSample, everything)
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
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the sample data?"
        description="Everything that came with it goes, including what was written on it since."
        confirmLabel="Remove sample data"
        onConfirm={() => sample.remove.mutateAsync({})}
      />
    </SettingsSection>
  )
}
