import { applicationsContract } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { RadioGroup, useToast } from "@countersign/ui"
import type { ApplicationDetails } from "./ApplicationPage.tsx"

/** Whether a script's own word is enough for the changes that its tools propose. */
export function ApplicationConfirm({ application }: { application: ApplicationDetails }) {
  const toast = useToast()
  const { id, version, confirm } = application
  const change = useChange(applicationsContract.setApplicationConfirm, {
    onDone: (output) =>
      toast.success(
        output.confirm === "client"
          ? `${output.name} confirms ordinary changes itself.`
          : `A person confirms what ${output.name} proposes.`,
      ),
  })
  return (
    <RadioGroup
      className="max-w-xl"
      label="Changes it proposes"
      value={confirm}
      onChange={(next) => change.mutate({ id, version, confirm: next }, { onError: (cause) => toast.error(cause) })}
      options={[
        { value: "person", label: "wait for a person's signature" },
        {
          value: "client",
          label: "it may confirm itself",
          hint: "Never destructive ones, nor those that two people sign.",
        },
      ]}
    />
  )
}
