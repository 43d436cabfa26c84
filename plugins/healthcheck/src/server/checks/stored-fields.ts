import type { Configuration } from "../../probe/configuration/validate.ts"
import type { CheckFields } from "./check-store.ts"
import { subjectOf } from "./subject.ts"

/** What is stored of a check: what people say of it, and its configuration as the validator made it. */
export function storedFields(
  said: Pick<CheckFields, "name" | "description" | "statusRule">,
  { strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries }: Configuration,
  strategyTitle: string,
): CheckFields {
  return {
    ...said,
    strategyId,
    // The validator answers with what came as JSON.
    config: config as CheckFields["config"],
    collectors,
    intervalSeconds,
    timeoutSeconds,
    retries,
    subject: subjectOf(config, strategyTitle),
  }
}
