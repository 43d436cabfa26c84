import { inject } from "vitest"
import { describeOwnCards } from "../../../../../packages/testing/src/suites/describe-own-cards.tsx"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, faces, registered } from "../registered.fixture.ts"

await describeOwnCards({
  plugins: registered,
  webPlugins,
  examples,
  saidAs: Object.assign({}, ...faces.map(({ saidAs = {} }) => saidAs)),
  inputs: inject("long") ? 200 : 25,
})
