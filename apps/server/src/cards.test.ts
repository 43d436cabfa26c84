import { describeCards } from "@countersign/testing"
import { inject } from "vitest"
import { registeredTools } from "./registered-tools.fixture.ts"

await describeCards({ ...registeredTools, inputs: inject("long") ? 200 : 25 })
