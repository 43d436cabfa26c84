import { type ToolExamples, toolExample } from "@countersign/testing"
import { guidePages } from "./guide.ts"

const world = async () => ({})

export const examples: ToolExamples = {
  "ai.listDocs": toolExample({ world, input: () => ({}) }),
  "ai.searchDocs": toolExample({ world, input: () => ({ query: "add a system" }) }),
  "ai.getDoc": toolExample({ world, input: () => ({ slug: guidePages()[0]?.slug }) }),
  "ai.probeUrl": toolExample({ world, input: () => ({ url: "http://status.example.test/now" }) }),
}
