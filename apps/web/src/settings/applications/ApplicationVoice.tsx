import { applicationsContract } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { RadioGroup, useToast } from "@countersign/ui"
import type { ApplicationDetails } from "./ApplicationPage.tsx"

/** Whose words its texts are to the assistant. */
export function ApplicationVoice({ application }: { application: ApplicationDetails }) {
  const toast = useToast()
  const { id, version, speaksForTeam } = application
  const change = useChange(applicationsContract.setApplicationVoice, {
    onDone: ({ name, speaksForTeam: speaks }) =>
      toast.success(
        speaks ? `What ${name} writes counts as a colleague's words.` : `What ${name} writes counts as from outside.`,
      ),
  })
  return (
    <RadioGroup
      className="max-w-xl"
      label="What it writes counts for the assistant as"
      value={speaksForTeam ? "colleague" : "outside"}
      onChange={(next) =>
        change.mutate({ id, version, speaksForTeam: next === "colleague" }, { onError: (cause) => toast.error(cause) })
      }
      options={[
        {
          value: "outside",
          label: "text from outside",
          hint: "After reading it, every change waits for a signature.",
        },
        {
          value: "colleague",
          label: "a colleague's words",
          hint: "Only where nothing but your own team's texts gets in through it.",
        },
      ]}
    />
  )
}
