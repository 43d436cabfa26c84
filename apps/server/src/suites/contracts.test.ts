import { describeContracts } from "@countersign/testing"
import { registered } from "./registered.fixture.ts"

describeContracts(registered)
