import { type ConfirmPolicy, type OauthClient, oauthContract } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { Button, Dialog, Notice, RadioGroup } from "@countersign/ui"
import { useState } from "react"

/** Whether an app may confirm what it proposed. */
export function ConfirmPolicyDialog({ client, onClose }: { client: OauthClient; onClose: () => void }) {
  const [confirm, setConfirm] = useState<ConfirmPolicy>(client.confirm)
  const change = useChange(oauthContract.updateOauthClient, { onDone: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Who confirms what ${client.name} changes?`}
      onSubmit={() => change.mutate({ id: client.id, version: client.version, confirm })}
      formName="mcp-app-confirm"
      failure={change.error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending} disabled={confirm === client.confirm}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="Who confirms"
          labelHidden
          value={confirm}
          onChange={setConfirm}
          options={[
            {
              value: "person",
              label: "A person, on the Signatures page",
              hint: "The app proposes and waits. It never holds what would let it sign.",
            },
            {
              value: "client",
              label: "The app itself",
              hint: "For a script you wrote, or an app that asks its user about every single change.",
            },
          ]}
        />
        {confirm === "client" && (
          <Notice tone="warning" title="Nobody here will look before it changes something">
            A model that was talked into something by a text it read can then carry it out. What cannot be undone and
            what two people must sign still waits for a person.
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
