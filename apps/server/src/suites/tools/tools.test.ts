import { describeTools } from "@countersign/testing"
import { examples, registered } from "../registered.fixture.ts"

await describeTools({ plugins: registered, examples })
