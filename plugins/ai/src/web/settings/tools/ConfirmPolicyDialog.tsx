import { type ConfirmPolicy, type OauthClient, oauthContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Notice, RadioGroup } from "@countersign/ui"

/** Whether an app may confirm what it proposed. */
export function ConfirmPolicyDialog({ client, onClose }: { client: OauthClient; onClose: () => void }) {
  const form = useForm(oauthContract.updateOauthClient, {
    base: client,
    values: ({ confirm }): { confirm: ConfirmPolicy } => ({ confirm }),
    input: ({ confirm }, { id, version }) => ({ id, version, confirm }),
    labels: { confirm: "Who confirms" },
    onDone: onClose,
  })
  return (
    <FormDialog
      name="mcp-app-confirm"
      form={form}
      onClose={onClose}
      title={`Who confirms what ${client.name} changes?`}
      submitLabel="Save"
      waits
    >
      <RadioGroup
        label="Who confirms"
        labelHidden
        {...form.choice("confirm")}
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
      {form.values.confirm === "client" && (
        <Notice tone="warning" title="Nobody here will look before it changes something">
          A model that was talked into something by a text it read can then carry it out. What cannot be undone and what
          two people must sign still waits for a person.
        </Notice>
      )}
    </FormDialog>
  )
}
