import { type Connection, type InputOf, type ModelEntry, Patience, STANDARD_PATIENCE } from "@countersign/core/contract"
import { formatNumber } from "@countersign/ui"
import type { aiContract, DriverEntry } from "../../../contract.ts"
import { credentialFields } from "./credential-fields.ts"
import { type CapDraft, capWords, readAmount, readCap, shortAmount, toCapDraft } from "./spend-cap.ts"

/** A connection as it stands in the form. */
export interface ConnectionValues {
  label: string
  /** What is typed now; the stored key never comes to the browser. */
  apiKey: string
  forgetKey: boolean
  baseUrl: string
  settings: Record<string, string>
  defaultModel: string
  availableModels: readonly string[]
  contextWindow: string
  modelFamily: Connection["modelFamily"]
  cap: CapDraft
  disableTopicalClassifier: boolean
  /** In seconds. */
  firstToken: string
  betweenTokens: string
  roles: readonly string[]
}

export type FieldIssues = Partial<Record<string, string>>

export function toConnectionValues(driver: DriverEntry, connection: Connection | null): ConnectionValues {
  const { patience } = connection ?? { patience: STANDARD_PATIENCE }
  return {
    label: connection?.label ?? driver.label,
    apiKey: "",
    forgetKey: false,
    baseUrl: connection?.baseUrl ?? "",
    settings: { ...standardSettings(driver), ...connection?.settings },
    defaultModel: connection?.defaultModel ?? "",
    availableModels: connection?.availableModels ?? [],
    contextWindow: connection?.contextWindowTokens ? formatNumber(connection.contextWindowTokens) : "",
    modelFamily: connection?.modelFamily ?? familyOf(driver.id),
    cap: toCapDraft(connection?.spendCap ?? null),
    disableTopicalClassifier: connection?.disableTopicalClassifier ?? false,
    firstToken: formatNumber(patience.firstTokenSeconds),
    betweenTokens: formatNumber(patience.betweenTokensSeconds),
    roles: connection?.roles ?? [],
  }
}

export type ConnectionDraft = Omit<InputOf<typeof aiContract.createConnection>, "driver" | "apiKey"> & {
  defaultModel: string
}

/** What is sent, or what is wrong with the fields that only the browser can read. The key goes its own way. */
export function toConnectionDraft(values: ConnectionValues): { draft: ConnectionDraft; issues: FieldIssues } {
  const { cap, issues: capIssues } = readCap(values.cap)
  const contextWindowTokens = readAmount(values.contextWindow)
  const issues: FieldIssues = {}
  if (
    contextWindowTokens !== null &&
    !(contextWindowTokens >= SMALLEST_WINDOW && contextWindowTokens <= LARGEST_WINDOW)
  )
    issues.contextWindowTokens = "Write a whole number of tokens, at least 1,024, such as 200,000 or 200k."
  const patience = {
    firstTokenSeconds: readSeconds(values.firstToken, "firstTokenSeconds", issues),
    betweenTokensSeconds: readSeconds(values.betweenTokens, "betweenTokensSeconds", issues),
  }
  for (const [name, issue] of Object.entries(capIssues)) issues[`spendCap.${name}`] = issue
  return {
    draft: {
      label: values.label,
      baseUrl: values.baseUrl.trim() || null,
      settings: filledIn(values.settings),
      defaultModel: values.defaultModel.trim(),
      availableModels: [...values.availableModels],
      contextWindowTokens: Number.isNaN(contextWindowTokens) ? null : contextWindowTokens,
      modelFamily: values.modelFamily,
      spendCap: cap,
      disableTopicalClassifier: values.disableTopicalClassifier,
      patience,
      roles: [...values.roles],
    },
    issues,
  }
}

/** Undefined keeps the stored key, null removes it. */
export function keyToSend({ apiKey, forgetKey }: ConnectionValues): string | null | undefined {
  return apiKey.trim() || (forgetKey ? null : undefined)
}

/** Whether the provider would be asked differently than it was with what is stored. */
export function asksOtherwise(values: ConnectionValues, stored: ConnectionValues): boolean {
  return (
    keyToSend(values) !== undefined ||
    values.baseUrl.trim() !== stored.baseUrl.trim() ||
    JSON.stringify(filledIn(values.settings)) !== JSON.stringify(filledIn(stored.settings))
  )
}

/** Field by field, for somebody who finds that somebody else was faster. The key is in neither. */
export function compareConnection(stored: Connection, mine: ConnectionDraft) {
  const row = (label: string, before: string, after: string) => ({ label, before, after })
  return [
    row("Name", stored.label, mine.label.trim()),
    row("Base URL", stored.baseUrl ?? "", mine.baseUrl ?? ""),
    row("Settings", JSON.stringify(stored.settings), JSON.stringify(mine.settings ?? {})),
    row("Default model", stored.defaultModel, mine.defaultModel),
    row("Models to choose from", stored.availableModels.join(", "), (mine.availableModels ?? []).join(", ")),
    row("Context window", String(stored.contextWindowTokens ?? ""), String(mine.contextWindowTokens ?? "")),
    row("Model family", stored.modelFamily, mine.modelFamily ?? "generic"),
    row("Spend cap", stored.spendCap ? capWords(stored.spendCap) : "", mine.spendCap ? capWords(mine.spendCap) : ""),
    row(
      "Topical check",
      stored.disableTopicalClassifier ? "skipped" : "made",
      mine.disableTopicalClassifier ? "skipped" : "made",
    ),
    row("Patience", patienceWords(stored.patience), patienceWords(mine.patience ?? STANDARD_PATIENCE)),
    row("Roles", stored.roles.join(", "), (mine.roles ?? []).join(", ")),
  ].filter(({ before, after }) => before !== after)
}

/** What a list can say about a model beside its name: "200k tokens, sees images, $3 in, $15 out". */
export function modelHint({ contextWindowTokens, vision, usdPerMillionTokens: price }: ModelEntry): string {
  return [
    contextWindowTokens ? `${shortAmount(contextWindowTokens)} tokens` : "",
    vision ? "sees images" : "",
    price ? `$${formatNumber(price.input, 3)} in, $${formatNumber(price.output, 3)} out per million` : "",
  ]
    .filter(Boolean)
    .join(" · ")
}

/** Left empty, the usual one. */
function readSeconds(text: string, name: keyof Patience, issues: FieldIssues): number {
  const seconds = readAmount(text) ?? STANDARD_PATIENCE[name]
  const { error } = Patience.shape[name].safeParse(seconds)
  if (error) issues[`patience.${name}`] = "Write whole seconds, from 5 to 1,800."
  return Number.isNaN(seconds) ? STANDARD_PATIENCE[name] : seconds
}

function patienceWords({ firstTokenSeconds, betweenTokensSeconds }: Patience): string {
  return `${firstTokenSeconds} and ${betweenTokensSeconds} seconds`
}

const SMALLEST_WINDOW = 1_024
const LARGEST_WINDOW = 100_000_000

function standardSettings({ credential }: DriverEntry): Record<string, string> {
  const settings = credentialFields(credential).filter(({ kind }) => kind === "choice" || kind === "text")
  return Object.fromEntries(settings.map(({ name, standard }) => [name, standard ?? ""]))
}

function filledIn(settings: Readonly<Record<string, string>>): Record<string, string> {
  const filled = Object.entries(settings).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== "").sort(([a], [b]) => a.localeCompare(b)))
}

function familyOf(driver: string): Connection["modelFamily"] {
  return driver === "anthropic" || driver === "openai" ? driver : "generic"
}
