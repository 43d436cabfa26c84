import { describeCards } from "@countersign/testing"
import { inject } from "vitest"
import { examples, registered } from "../registered.fixture.ts"

await describeCards({ plugins: registered, examples, inputs: inject("long") ? 200 : 25 })
