export type {
  Capabilities,
  Connection,
  Driver,
  ModelInfo,
  ModelPrice,
  ModelRequest,
  ReasoningEffort,
  RetryPolicy,
  StreamOptions,
  ToolSpec,
  Troubles,
} from "./driver.ts"
export { drivers, findDriver } from "./drivers.ts"
export type {
  ImagePart,
  Message,
  ReasoningPart,
  ReasoningReplay,
  TextPart,
  TextPhase,
  ToolCallPart,
  ToolCallReplay,
  ToolFailure,
  ToolFailureKind,
  ToolResultPart,
} from "./message.ts"
export { TOOL_FAILURE_KINDS } from "./message.ts"
export type { EndReason, Failure, FailureKind, ModelEvent, Usage } from "./model-event.ts"
export { ProviderError } from "./model-event.ts"
export type { RehearsalScript, RehearsalStep } from "./rehearsal/script.ts"
export { stream } from "./stream.ts"
export { type Clock, PATIENCE, type Patience } from "./transport/silence.ts"
