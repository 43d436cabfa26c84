import { describeNames } from "@countersign/testing"
import { faces, registered } from "./registered.fixture.ts"

await describeNames({
  plugins: registered,
  exceptions: Object.assign({}, ...faces.map(({ unmarked = {} }) => unmarked)),
})
