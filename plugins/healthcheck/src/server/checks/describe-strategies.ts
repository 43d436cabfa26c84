import { type Ctx, implement, toJsonSchema } from "@countersign/core/server"
import { operators } from "../../contract/assertion.ts"
import type { Collector } from "../../contract/strategy.ts"
import { healthcheckContract } from "../../contract.ts"
import { fieldMeta, typeOfField } from "../../probe/configuration/schema-walk.ts"
import { judgeDraft, strategiesOf } from "./judge-draft.ts"

export const describeStrategies = implement(healthcheckContract.strategies, async (ctx) => ({
  strategies: strategiesOf(ctx).map(({ id, title, description, config, collectors }) => ({
    id,
    title,
    description,
    configSchema: toJsonSchema(config, "input"),
    collectors: collectors.map(describeCollector),
  })),
}))

/** What a collector gives, and what each of its fields can be held to. */
export function describeCollector({ id, title, description, result }: Collector) {
  const fields = Object.entries(result.shape).map(([name, schema]) => {
    const { type } = typeOfField(result, name)!
    const words = fieldMeta(schema as Parameters<typeof fieldMeta>[0])
    return {
      name,
      title: words.title ?? name,
      description: words.description ?? "",
      type,
      operators: [...operators[type]],
    }
  })
  return { id, title, description, fields }
}

export const validateDraft = implement(healthcheckContract.validate, async (ctx: Ctx, draft) => {
  const { valid, errors } = await judgeDraft(ctx, draft)
  return { valid, errors: errors.slice(0, MOST_ERRORS) }
})

/** Whoever has so many mends the first ones first. */
const MOST_ERRORS = 50
