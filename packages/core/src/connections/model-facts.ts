import type { Capabilities, Driver, ModelInfo, ModelPrice } from "@countersign/llm"
import type { ModelEntry } from "../contract/chat/connection.ts"
import { isPublicAddress, parseAddress } from "../contract/network/public-address.ts"
import { isReservedName, plainHost } from "../egress/reserved-name.ts"
import type { StoredConnection } from "./connection-store.ts"
import { REHEARSAL } from "./credential.ts"
import type { ModelCatalogue } from "./pricing.ts"
import { pricingKey } from "./pricing-key.ts"

export interface ModelFacts {
  label: string
  capabilities: Capabilities
  contextWindowTokens: number | null
  maxOutputTokens: number | null
  price: ModelPrice | null
}

type Served = Pick<StoredConnection, "driver" | "baseUrl" | "contextWindowTokens" | "models">

/** What is known of a model: from the administrator first, then the provider, then the catalogue, then its name. */
export function factsOf(connection: Served, driver: Driver, model: string, catalogue: ModelCatalogue): ModelFacts {
  const listed: Partial<ModelInfo> = connection.models.find(({ id }) => id === model) ?? {}
  const { id: _, label = model, maxOutputTokens = null, usdPerMillionTokens, ...own } = listed
  const capabilities = { ...driver.capabilities(model), ...own }
  const known = isSold(connection) ? catalogue.get(pricingKey(model)) : undefined
  return {
    label,
    capabilities,
    contextWindowTokens:
      connection.contextWindowTokens ??
      own.contextWindowTokens ??
      known?.contextWindowTokens ??
      capabilities.contextWindowTokens ??
      null,
    maxOutputTokens,
    price: usdPerMillionTokens ?? known?.price ?? (connection.driver === REHEARSAL ? FREE : null),
  }
}

/** Nobody is asked, so nobody is paid. */
const FREE: ModelPrice = { input: 0, output: 0 }

export function toModelEntry(connection: Served, driver: Driver, model: string, catalogue: ModelCatalogue): ModelEntry {
  const { label, capabilities, contextWindowTokens, price } = factsOf(connection, driver, model, catalogue)
  return {
    id: model,
    label,
    contextWindowTokens,
    vision: capabilities.vision,
    reasoning: capabilities.reasoning,
    usdPerMillionTokens: price && { input: price.input, output: price.output },
  }
}

/**
 * Whether list prices can be its prices. A model on a machine of one's own costs no tokens, and has the window it was
 * started with; an installation that only has such ones never asks anybody for prices.
 */
export function isSold({ driver, baseUrl }: Pick<Served, "driver" | "baseUrl">): boolean {
  if (driver === REHEARSAL || driver === "ollama") return false
  const host = baseUrl && URL.parse(baseUrl)?.hostname
  if (!host) return true
  const address = parseAddress(host)
  return address ? isPublicAddress(address) : !isReservedName(plainHost(host)) && !host.endsWith(".lan")
}
