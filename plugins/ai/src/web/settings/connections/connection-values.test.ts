import type { Connection } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import type { DriverEntry } from "../../../contract.ts"
import {
  asksOtherwise,
  compareConnection,
  keyToSend,
  modelHint,
  toConnectionDraft,
  toConnectionValues,
} from "./connection-values.ts"

const DRIVER: DriverEntry = {
  id: "openai-compatible",
  label: "OpenAI-compatible server",
  summary: "",
  rehearsal: false,
  credential: {
    properties: {
      baseUrl: { type: "string", format: "uri" },
      apiKey: { type: "string", secret: true },
      keyHeader: { type: "string", enum: ["authorization", "api-key"], default: "authorization" },
      query: { type: "string" },
    },
    required: ["baseUrl"],
  },
}

const STORED: Connection = {
  id: "0c9f4c9e-98c2-4a1d-9b55-3f1f6f9d2a11",
  driver: DRIVER.id,
  driverLabel: DRIVER.label,
  label: "Gateway",
  baseUrl: "https://llm.example.com/v1",
  settings: { keyHeader: "authorization" },
  hasKey: true,
  defaultModel: "large",
  availableModels: ["large", "small"],
  contextWindowTokens: 128_000,
  modelFamily: "generic",
  spendCap: { tokenBudget: 1_000_000, windowMinutes: 60, per: "connection" },
  disableTopicalClassifier: true,
  patience: { firstTokenSeconds: 120, betweenTokensSeconds: 90 },
  roles: ["operator"],
  createdAt: "2026-11-16T00:00:00.000Z",
  updatedAt: "2026-11-16T00:00:00.000Z",
  version: 3,
}

describe("the fields of a connection", () => {
  it("send back what is stored when nothing was typed", () => {
    const { draft, issues } = toConnectionDraft(toConnectionValues(DRIVER, STORED))

    expect(issues).toEqual({})
    const { id, driver, driverLabel, hasKey, createdAt, updatedAt, version, ...same } = STORED
    expect(draft).toEqual(same)
    expect(compareConnection(STORED, draft)).toEqual([])
  })

  it("begin a new one with the driver's name and its standard settings", () => {
    const values = toConnectionValues(DRIVER, null)

    expect(values).toMatchObject({ label: DRIVER.label, settings: { keyHeader: "authorization", query: "" } })
    expect(toConnectionValues({ ...DRIVER, id: "anthropic" }, null).modelFamily).toBe("anthropic")
  })

  it("keep the stored key unless another is written or it is to be removed", () => {
    const values = toConnectionValues(DRIVER, STORED)

    expect(keyToSend(values)).toBeUndefined()
    expect(keyToSend({ ...values, forgetKey: true })).toBeNull()
    expect(keyToSend({ ...values, forgetKey: true, apiKey: " sk-new " })).toBe("sk-new")
  })

  it("know when the provider would be asked otherwise than what is stored says", () => {
    const stored = toConnectionValues(DRIVER, STORED)

    expect(asksOtherwise({ ...stored, label: "Other", settings: { ...stored.settings, query: " " } }, stored)).toBe(
      false,
    )
    expect(asksOtherwise({ ...stored, settings: { ...stored.settings, query: "a=b" } }, stored)).toBe(true)
    expect(asksOtherwise({ ...stored, apiKey: "sk-new" }, stored)).toBe(true)
  })

  it("refuse a window that is no number, by the server's name for the field", () => {
    const { issues } = toConnectionDraft({ ...toConnectionValues(DRIVER, STORED), contextWindow: "large" })

    expect(Object.keys(issues)).toEqual(["contextWindowTokens"])
  })

  it.each(["soon", "4", "1801", "1.5"])(
    "refuse to wait for %s seconds, by the server's names for the fields",
    (text) => {
      const values = { ...toConnectionValues(DRIVER, STORED), firstToken: text, betweenTokens: text }
      const { issues } = toConnectionDraft(values)

      expect(Object.keys(issues)).toEqual(["patience.firstTokenSeconds", "patience.betweenTokensSeconds"])
    },
  )

  it("wait as long as usual where nothing is written", () => {
    const { draft, issues } = toConnectionDraft({ ...toConnectionValues(DRIVER, STORED), firstToken: " " })

    expect(issues).toEqual({})
    expect(draft.patience).toEqual({ firstTokenSeconds: 60, betweenTokensSeconds: 90 })
  })

  it("are compared by their names with what somebody else stored", () => {
    const { draft } = toConnectionDraft({ ...toConnectionValues(DRIVER, STORED), label: "Mine", roles: [] })

    expect(compareConnection({ ...STORED, label: "Theirs" }, draft)).toEqual([
      { label: "Name", before: "Theirs", after: "Mine" },
      { label: "Roles", before: "operator", after: "" },
    ])
  })
})

describe("modelHint", () => {
  it("tells what is known and leaves out what is not", () => {
    const model = { id: "m", label: "M", contextWindowTokens: 1_000_000, vision: true, reasoning: false }

    expect(modelHint({ ...model, usdPerMillionTokens: { input: 3, output: 15 } })).toBe(
      "1M tokens · sees images · $3 in, $15 out per million",
    )
    expect(modelHint({ ...model, contextWindowTokens: null, vision: false, usdPerMillionTokens: null })).toBe("")
  })
})
