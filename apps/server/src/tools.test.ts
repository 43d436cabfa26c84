import { helloPlugin } from "@countersign/hello/server"
import { describeTools } from "@countersign/testing"
import { examples as aiExamples } from "../../../plugins/ai/src/server/examples.ts"
import { examples as catalogExamples } from "../../../plugins/catalog/src/server/examples.ts"
import { examples as helloExamples } from "../../../plugins/hello/src/server/examples.ts"
import { examples as incidentExamples } from "../../../plugins/incident/src/server/examples.ts"
import { plugins } from "./plugins.ts"

await describeTools({
  plugins: [...plugins, helloPlugin],
  examples: { ...aiExamples, ...catalogExamples, ...helloExamples, ...incidentExamples },
})
