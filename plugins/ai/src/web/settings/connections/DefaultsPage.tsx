import type { Connection, ScopeDefault } from "@countersign/core/contract"
import { useCall, useRegistry } from "@countersign/core/web"
import { ButtonLink, EmptyState, Notice, SettingsPage, Skeleton } from "@countersign/ui"
import { aiContract } from "../../../contract.ts"
import { DefaultsSection } from "./DefaultsSection.tsx"
import { scopesHere } from "./scope-words.ts"

export default function DefaultsPage() {
  const connections = useCall(aiContract.listConnections, {})
  const defaults = useCall(aiContract.listDefaults, {})
  const error = connections.error ?? defaults.error
  return (
    <SettingsPage
      title="AI defaults"
      description="What a conversation begins with. People can choose another model that they may use."
    >
      {error && (
        <div className="py-6">
          <Notice tone="error">{error.message}</Notice>
        </div>
      )}
      {!error && !(connections.data && defaults.data) && (
        <div className="py-6">
          <Skeleton lines={8} label="Reading the defaults" />
        </div>
      )}
      {connections.data && defaults.data && (
        <Sections connections={connections.data.connections} defaults={defaults.data.defaults} />
      )}
    </SettingsPage>
  )
}

function Sections(props: { connections: readonly Connection[]; defaults: readonly ScopeDefault[] }) {
  const { connections, defaults } = props
  const registry = useRegistry()
  if (connections.length === 0)
    return (
      <EmptyState
        title="Nothing to choose from yet"
        action={
          <ButtonLink href="/settings/ai/connections" variant="primary">
            Connect a provider
          </ButtonLink>
        }
      >
        The first connection that answers becomes the default. Come back here to choose another.
      </EmptyState>
    )
  return scopesHere(registry).map((scope) => (
    <div key={scope} id={scope} className="scroll-mt-16">
      <DefaultsSection
        scope={scope}
        connections={connections}
        stored={defaults.find((each) => each.scope === scope) ?? null}
      />
    </div>
  ))
}
