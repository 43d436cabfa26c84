import { useCall } from "@countersign/core/web"
import { Notice, SettingsPage, Skeleton } from "@countersign/ui"
import { aiContract } from "../../../contract.ts"
import {
  AllowedHostsSection,
  ArchivedSection,
  CallsSection,
  OwnersMayDeleteSection,
  RemindersSection,
  TrustColleaguesSection,
} from "./LimitSections.tsx"
import { PolicySection } from "./PolicySection.tsx"

export default function PoliciesPage() {
  const settings = useCall(aiContract.getSettings, {})
  const policies = useCall(aiContract.listPolicies, {})
  const error = settings.error ?? policies.error
  return (
    <SettingsPage
      title="AI policies"
      description="What you demand of tools beyond the rules of the gate. A policy can only make them stricter."
    >
      {error && (
        <div className="py-6">
          <Notice tone="error">{error.message}</Notice>
        </div>
      )}
      {!error && !(settings.data && policies.data) && (
        <div className="py-6">
          <Skeleton lines={8} label="Reading the policies" />
        </div>
      )}
      {policies.data && <PolicySection policies={policies.data.policies} />}
      {settings.data && <AllowedHostsSection settings={settings.data} />}
      {settings.data && <TrustColleaguesSection settings={settings.data} />}
      {settings.data && <CallsSection settings={settings.data} />}
      {settings.data && <RemindersSection settings={settings.data} />}
      {settings.data && <ArchivedSection settings={settings.data} />}
      {settings.data && <OwnersMayDeleteSection settings={settings.data} />}
    </SettingsPage>
  )
}
