import { MCP_PATH, type OauthSettings, oauthAccess, oauthContract } from "@countersign/core/contract"
import { useCall, useCan, useChange } from "@countersign/core/web"
import { CopyField, Notice, SettingsPage, SettingsSection, Skeleton, Switch, TextLink } from "@countersign/ui"
import { ConnectionsSection } from "../connections/ConnectionsSection.tsx"
import { ClientSetup } from "./ClientSetup.tsx"
import { McpClientsSection } from "./McpClientsSection.tsx"

export default function McpPage() {
  const { data: settings, error } = useCall(oauthContract.getOauthSettings, {})
  const address = `${location.origin}${MCP_PATH}`
  return (
    <SettingsPage
      title="MCP"
      description="Apps on people's computers that use the tools here, as the person who connected them, within that person's permissions."
    >
      {error && (
        <div className="py-6">
          <Notice tone="error">{error.message}</Notice>
        </div>
      )}
      {!settings && !error && (
        <div className="py-6">
          <Skeleton lines={8} label="Reading the settings" />
        </div>
      )}
      {settings && <AccessSection settings={settings} />}
      {settings?.mcpEnabled && (
        <SettingsSection
          title="Connect an app"
          description={
            <>
              Everyone connects their own. The app opens the browser, where they sign in and choose what it may do. See{" "}
              <TextLink href="/help/settings/mcp">the guide</TextLink>.
            </>
          }
        >
          <CopyField label="Address" value={address} />
          <ClientSetup address={address} />
        </SettingsSection>
      )}
      {settings && <McpClientsSection />}
      {settings && <ConnectionsSection />}
    </SettingsPage>
  )
}

function AccessSection({ settings }: { settings: OauthSettings }) {
  const can = useCan()
  const mayManage = can(oauthAccess.manage)
  const change = useChange(oauthContract.updateOauthSettings)
  const set = (patch: Partial<Pick<OauthSettings, "mcpEnabled" | "registrationEnabled">>) =>
    change.mutate({ ...patch, version: settings.version })
  return (
    <SettingsSection
      title="Access"
      description="Both act at once. Connections stay as they are and work again once access is switched on."
    >
      <Switch
        label="Let apps use the tools"
        hint="Off, nobody's app gets an answer, connected or not."
        checked={settings.mcpEnabled}
        disabled={!mayManage || change.isPending}
        onChange={(mcpEnabled) => set({ mcpEnabled })}
      />
      <Switch
        label="Let apps register themselves"
        hint="For apps that cannot connect otherwise. An app that registers itself picks its own name, so people see it marked as unproven when they connect it."
        checked={settings.registrationEnabled}
        disabled={!mayManage || change.isPending}
        onChange={(registrationEnabled) => set({ registrationEnabled })}
      />
      {change.error && <Notice tone="error">{change.error.message}</Notice>}
    </SettingsSection>
  )
}
