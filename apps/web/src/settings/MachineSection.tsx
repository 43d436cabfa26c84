import { settingsContract } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { Badge, type BadgeTone, KeyValue, Notice, SettingsSection, Skeleton } from "@countersign/ui"

const MARKS: Record<"good" | "doubtful" | "bad", { tone: BadgeTone; label: string }> = {
  good: { tone: "healthy", label: "OK" },
  doubtful: { tone: "degraded", label: "Look" },
  bad: { tone: "unhealthy", label: "Wrong" },
}

/** What the server that answers can do where it runs. */
export function MachineSection() {
  const { data, error } = useCall(settingsContract.examineServer, {})
  return (
    <SettingsSection
      title="This machine"
      description="What the server that answers found by trying. The command countersign doctor says the same, and more."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={2} label="Looking at the machine" />}
      {data && (
        <KeyValue
          facts={data.findings.map(({ subject, state, says, remedy }) => ({
            label: subject,
            value: (
              <span>
                <Badge tone={MARKS[state].tone}>{MARKS[state].label}</Badge> {says.charAt(0).toUpperCase()}
                {says.slice(1)} {remedy}
              </span>
            ),
          }))}
        />
      )}
    </SettingsSection>
  )
}
