import { sessionContract } from "@countersign/core/contract"
import { useChange, useMe } from "@countersign/core/web"
import { Combobox, Field, Select, SettingsSection } from "@countersign/ui"
import { useThemeChoice } from "../frame/use-followed-theme.ts"
import { timeZones } from "./time-zones.ts"

export function AppearanceSection() {
  const { theme, choose } = useThemeChoice()
  return (
    <SettingsSection title="Appearance" description="Follows you to every browser you sign in with.">
      <Field label="Theme">
        <Select
          value={theme}
          onChange={(value) => choose(value as typeof theme)}
          options={[
            { value: "system", label: "As the system" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </Field>
      <TimeZoneField />
    </SettingsSection>
  )
}

function TimeZoneField() {
  const { timeZone } = useMe().preferences
  const store = useChange(sessionContract.updatePreferences, { alsoChanges: ["platform.person"] })
  return (
    <Field label="Time zone" hint="Left empty, times follow the zone of the browser you are using.">
      <Combobox
        label="Time zone"
        options={timeZones()}
        value={timeZone ? { id: timeZone, label: timeZone } : null}
        onChange={(option) => store.mutate({ timeZone: option?.id ?? null })}
      />
    </Field>
  )
}
