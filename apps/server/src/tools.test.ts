import { describeTools } from "@countersign/testing"
import { registeredTools } from "./registered-tools.fixture.ts"

await describeTools(registeredTools)
