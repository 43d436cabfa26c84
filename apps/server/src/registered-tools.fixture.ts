import { helloPlugin } from "@countersign/hello/server"
import { examples as aiExamples } from "../../../plugins/ai/src/server/examples.ts"
import { examples as catalogExamples } from "../../../plugins/catalog/src/server/examples.ts"
import { examples as helloExamples } from "../../../plugins/hello/src/server/examples.ts"
import { examples as incidentExamples } from "../../../plugins/incident/src/server/examples.ts"
import { plugins } from "./plugins.ts"

/** Every tool of the product and of the plugin that shows how one is written, each with its example. */
export const registeredTools = {
  plugins: [...plugins, helloPlugin],
  examples: { ...aiExamples, ...catalogExamples, ...helloExamples, ...incidentExamples },
}
