import type { ProposalView } from "@countersign/core/contract"
import { call, refresh, useCall, useRegistry } from "@countersign/core/web"
import { Button, Dialog, Notice, ProposalEditDialog, Skeleton } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { aiContract } from "../../contract.ts"

/** A proposal's own fields, to be changed by whoever asked. What they propose takes its place. */
export function ProposalEditor(props: {
  proposal: ProposalView
  /** With the one that took its place. */
  onReplaced: (proposalId: string) => void
  onClose: () => void
}) {
  const { proposal, onReplaced, onClose } = props
  const client = useQueryClient()
  const { choicesOf } = useRegistry()
  const { data, error } = useCall(aiContract.readProposalInput, { proposalId: proposal.id })
  if (!data)
    return (
      <Dialog open onOpenChange={onClose} title="Change the proposal" footer={<Button onClick={onClose}>Close</Button>}>
        {error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={4} label="Reading what was asked" />}
      </Dialog>
    )
  return (
    <ProposalEditDialog
      summary={proposal.summary}
      input={data.input}
      fields={data.fields}
      nameOf={(id) => proposal.things.find((thing) => thing.id === id)?.name}
      choicesOf={choicesOf}
      onClose={onClose}
      onPropose={async (input) => {
        const { toolName } = data
        const made = await call(aiContract.proposeTool, { toolName, input, replaces: proposal.id })
        await refresh(client, ["ai.proposal"])
        onReplaced(made.proposalId)
      }}
    />
  )
}
