import { catalogPlugin } from "@countersign/catalog/server"
import { inject } from "vitest"
import { describeTools } from "../suites/describe-tools.ts"
import { examplesOf, testingFacesOf } from "../testing-faces.ts"
import { logbookExamples, logbookPlugin, type Mutation } from "./logbook.fixture.ts"

const faces = await testingFacesOf([catalogPlugin])
const mutation: Mutation = inject("mutated") ? { dropsNote: true } : {}

await describeTools({
  plugins: [catalogPlugin, logbookPlugin(mutation)],
  examples: { ...examplesOf(faces), ...logbookExamples },
})
