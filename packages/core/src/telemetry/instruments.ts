import { type Histogram, metrics } from "@opentelemetry/api"

/** By the conventions for generative AI, buckets included. */
export interface Instruments {
  tokenUsage: Histogram
  modelCallDuration: Histogram
  timeToFirstChunk: Histogram
  toolDuration: Histogram
  turnDuration: Histogram
}

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TOKENS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]

/** They do nothing where no provider is registered. */
export function createInstruments(): Instruments {
  const meter = metrics.getMeter("countersign")
  const histogram = (name: string, unit: string, bounds: number[], description: string) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: bounds } })
  return {
    tokenUsage: histogram("gen_ai.client.token.usage", "{token}", TOKENS, "Tokens of a model call."),
    modelCallDuration: histogram("gen_ai.client.operation.duration", "s", SECONDS, "How long model calls took."),
    timeToFirstChunk: histogram(
      "gen_ai.client.operation.time_to_first_chunk",
      "s",
      SECONDS,
      "From the request to the first word.",
    ),
    toolDuration: histogram("gen_ai.execute_tool.duration", "s", SECONDS, "How long tool calls took."),
    turnDuration: histogram("gen_ai.invoke_agent.duration", "s", SECONDS, "How long turns took."),
  }
}
