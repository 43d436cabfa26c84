import { settingAccess, settingsContract } from "@countersign/core/contract"
import { PluginSettingsPage, useCall, useCan } from "@countersign/core/web"
import { Badge, type BadgeTone, KeyValue, SettingsSection } from "@countersign/ui"
import { checkSettings } from "../contract.ts"

export default function CheckSettingsPage() {
  return (
    <PluginSettingsPage
      settings={checkSettings}
      description="Private addresses that checks may call, how long runs are kept, how many run at once."
    >
      <MachineSection />
    </PluginSettingsPage>
  )
}

// What checks need of the machine, among all that was found.
const OURS = /ping|sandbox|script/i

/** What scripts and pings can do where the server runs. Left out where nothing was found or the reader may not know. */
function MachineSection() {
  const { data } = useCall(settingsContract.examineServer, {}, { enabled: useCan()(settingAccess.manage) })
  const findings = (data?.findings ?? []).filter(({ subject }) => OURS.test(subject))
  if (findings.length === 0) return null
  return (
    <SettingsSection title="This machine" description="What the server that answers found by trying.">
      <KeyValue
        facts={findings.map(({ subject, state, says, remedy }) => ({
          label: subject,
          value: (
            <span>
              <Badge tone={TONES[state]}>{WORDS[state]}</Badge> {says.charAt(0).toUpperCase()}
              {says.slice(1)} {remedy}
            </span>
          ),
        }))}
      />
    </SettingsSection>
  )
}

const TONES: Record<"good" | "doubtful" | "bad", BadgeTone> = {
  good: "healthy",
  doubtful: "degraded",
  bad: "unhealthy",
}
const WORDS = { good: "OK", doubtful: "Look", bad: "Wrong" }
