import { inject } from "vitest"
import { describeOwnCards } from "../../../../../packages/testing/src/suites/describe-own-cards.tsx"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, registered } from "../registered.fixture.ts"

await describeOwnCards({ plugins: registered, webPlugins, examples, inputs: inject("long") ? 200 : 25 })
