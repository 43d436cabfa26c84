import type { ChatConnection, ChatScope, ModelEntry } from "@countersign/core/contract"
import { useCall, useToldApart } from "@countersign/core/web"
import type { ModelGroup } from "@countersign/ui"
import { aiContract } from "../../contract.ts"

export interface ModelChoice {
  connectionId: string
  model: string
}

export interface ChatModels {
  /** `setup`: nobody has connected a provider that this person may use. */
  state: "loading" | "failed" | "setup" | "ready"
  problem: string | null
  groups: readonly ModelGroup[]
  /** What the workspace begins with. */
  defaultChoice: ModelChoice | null
  /** Null where the model is not, or no longer, on offer. */
  find(choice: Partial<Record<keyof ModelChoice, string | null>> | null): ModelEntry | null
  isRehearsal(choice: ModelChoice | null): boolean
}

const CONNECTIONS = ["ai.connection"]

/** The models this person can choose from. */
export function useChatModels(scope: ChatScope): ChatModels {
  const { data, error } = useCall(aiContract.listChatConnections, {}, { alsoShows: CONNECTIONS })
  const connections = data?.connections ?? []
  const labelOf = useToldApart("ai.connection", connections)
  const chosen = data?.defaults.find((each) => each.scope === scope)
  const find: ChatModels["find"] = (choice) =>
    connections.find(({ id }) => id === choice?.connectionId)?.models.find(({ id }) => id === choice?.model) ?? null
  const [first] = connections
  return {
    state: data ? (connections.length > 0 ? "ready" : "setup") : error ? "failed" : "loading",
    problem: data ? null : (error?.message ?? null),
    groups: connections.map((connection) => ({
      ...toGroup(connection),
      label: labelOf(connection.id, connection.label),
    })),
    defaultChoice:
      chosen && find(chosen)
        ? { connectionId: chosen.connectionId, model: chosen.model }
        : first
          ? { connectionId: first.id, model: first.defaultModel }
          : null,
    find,
    isRehearsal: (choice) => connections.find(({ id }) => id === choice?.connectionId)?.rehearsal ?? false,
  }
}

function toGroup({ id, label, driverLabel, rehearsal, models }: ChatConnection): ModelGroup {
  return {
    id,
    label,
    hint: rehearsal ? "plays scripts, no AI" : label === driverLabel ? undefined : driverLabel,
    models: models.map((model) => ({ id: model.id, label: model.label, hint: hintOf(model) })),
  }
}

function hintOf({ vision, contextWindowTokens }: ModelEntry): string {
  const size = contextWindowTokens ? `${Math.round(contextWindowTokens / 1_000)}k` : ""
  return [vision ? "sees" : "", size].filter(Boolean).join(" · ")
}
