import type { Capabilities, Driver, Connection as LlmConnection, ModelPrice, Patience } from "@countersign/llm"
import type { Runtime } from "../access/runtime.ts"
import type { ChatConnection, Connection } from "../contract/chat/connection.ts"
import type { ChatScope } from "../contract/chat/conversation.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import { ConflictError, NotFoundError } from "../errors.ts"
import { holds, type Principal } from "../identity/principal/principal.ts"
import { rolesOf, type StoredConnection } from "./connection-store.ts"
import { REHEARSAL } from "./credential.ts"
import { factsOf, toModelEntry } from "./model-facts.ts"
import { type ConnectionBook, openConnection, readConnections } from "./open-connection.ts"
import { readCatalogue } from "./pricing.ts"

/** A model to call, with all that a call needs to know. It stays usable when the connection changes meanwhile. */
export interface ModelChoice {
  connection: Pick<
    Connection,
    "id" | "label" | "driver" | "driverLabel" | "spendCap" | "modelFamily" | "disableTopicalClassifier"
  > & { rehearsal: boolean }
  driver: Driver
  /** Holds the key in clear: for the driver alone. */
  llm: LlmConnection
  model: string
  capabilities: Capabilities
  contextWindowTokens: number | null
  maxOutputTokens: number | null
  price: ModelPrice | null
  patience: Patience
}

/**
 * The connection that was asked for, else the scope's default, else the first that this principal may use. The model is
 * coerced to what the connection allows.
 */
export async function chooseModel(
  runtime: Runtime,
  principal: Principal,
  asked: { connectionId?: string | null; model?: string | null; scope: ChatScope },
): Promise<ModelChoice> {
  const { usable, book } = await usableConnections(runtime, principal)
  if (asked.connectionId) {
    const wanted = usable.find(({ id }) => id === asked.connectionId?.toLowerCase())
    if (wanted) return chooseOn(runtime, wanted, asked.model ?? null)
    throw new NotFoundError(
      "This AI connection was deleted, or is no longer yours to use. Choose another model; the conversation stays as it is.",
    )
  }
  const preset = book.defaults.find(({ scope }) => scope === asked.scope)
  const byDefault = usable.find(({ id }) => id === preset?.connectionId)
  if (byDefault) return chooseOn(runtime, byDefault, asked.model ?? preset!.model)
  // Nobody wants to be answered by a script who could be answered by a model.
  const first = usable.find(({ driver }) => driver !== REHEARSAL) ?? usable[0]
  if (first) return chooseOn(runtime, first, asked.model ?? null)
  throw new ConflictError(nothingToUse(principal, book))
}

/** For those who look after the connection: whoever may use it besides. */
export async function chooseOn(
  runtime: Runtime,
  stored: StoredConnection,
  requested: string | null,
): Promise<ModelChoice> {
  const model = coerceModel(stored, requested)
  if (model === "")
    throw new ConflictError(
      `No model is chosen for the AI connection ${quoteName(stored.label)} yet. Choose one under Settings > AI connections.`,
    )
  const { driver, llm } = openConnection(runtime, stored)
  const { label: _, ...facts } = factsOf(stored, driver, model, await readCatalogue(runtime))
  const { id, label, driverLabel, spendCap, modelFamily, disableTopicalClassifier, patience } = stored
  const rehearsal = driver.id === REHEARSAL
  return {
    connection: {
      id,
      label,
      driver: driver.id,
      driverLabel,
      rehearsal,
      spendCap,
      modelFamily,
      disableTopicalClassifier,
    },
    driver,
    llm,
    model,
    patience: {
      firstTokenMs: patience.firstTokenSeconds * 1_000,
      betweenTokensMs: patience.betweenTokensSeconds * 1_000,
    },
    ...facts,
  }
}

/** Ids from the wire are anybody's: one that the connection does not allow becomes its default. */
export function coerceModel(
  connection: Pick<StoredConnection, "defaultModel" | "availableModels" | "models">,
  requested: string | null | undefined,
): string {
  return requested && allowedModels(connection).includes(requested) ? requested : connection.defaultModel
}

/** The default first. Without an allow-list, whatever the provider lists. */
export function allowedModels({
  defaultModel,
  availableModels,
  models,
}: Pick<StoredConnection, "defaultModel" | "availableModels" | "models">): string[] {
  const others = availableModels.length > 0 ? availableModels : models.map(({ id }) => id)
  return [...new Set([defaultModel, ...others])].filter((id) => id !== "")
}

/** What this principal can choose from; nothing secret. */
export async function listChatConnections(runtime: Runtime, principal: Principal): Promise<ChatConnection[]> {
  const { usable } = await usableConnections(runtime, principal)
  const catalogue = await readCatalogue(runtime)
  return usable.flatMap((stored) => {
    const { id, label, driver, driverLabel, defaultModel } = stored
    const found = findUsableDriver(runtime, stored)
    if (!found) return []
    const models = allowedModels(stored).map((model) => toModelEntry(stored, found, model, catalogue))
    return [{ id, label, driver, driverLabel, rehearsal: driver === REHEARSAL, defaultModel, models }]
  })
}

/** Administrators use every connection; others those without roles and those of their roles. */
async function usableConnections(
  { database }: Runtime,
  principal: Principal,
): Promise<{ usable: StoredConnection[]; book: ConnectionBook }> {
  const book = await readConnections({ database })
  const { connections } = book
  if (holds(principal, "*") || connections.every(({ roles }) => roles.length === 0))
    return { usable: [...connections], book }
  const held = await heldRoles(database, principal)
  const usable = connections.filter(({ roles }) => roles.length === 0 || roles.some((role) => held.has(role)))
  return { usable, book }
}

/** An app that acts for a person uses what the person may. */
async function heldRoles(database: Runtime["database"], principal: Principal): Promise<ReadonlySet<string>> {
  if (principal.kind === "user") return rolesOf(database.direct, "user", principal.id)
  if (principal.kind !== "application") return new Set()
  const { actsFor } = principal
  return actsFor ? rolesOf(database.direct, "user", actsFor.id) : rolesOf(database.direct, "application", principal.id)
}

function findUsableDriver(runtime: Runtime, stored: StoredConnection): Driver | null {
  try {
    return openConnection(runtime, stored).driver
  } catch {
    return null
  }
}

function nothingToUse(principal: Principal, { connections }: ConnectionBook): string {
  const manages = holds(principal, "ai.connection.manage")
  if (connections.length > 0)
    return "No AI connection is open to your roles. Ask whoever manages AI connections to add one of your roles to it."
  return manages
    ? "No AI provider is connected yet. Add one under Settings > AI connections."
    : "No AI provider is connected yet. Ask an administrator to add one under Settings > AI connections."
}
