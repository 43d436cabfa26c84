import { describeAccess, matrixOf } from "@countersign/testing"
import { faces, registered } from "./registered.fixture.ts"

await describeAccess(registered, matrixOf(faces))
