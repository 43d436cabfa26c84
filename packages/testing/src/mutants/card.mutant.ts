import { catalogPlugin } from "@countersign/catalog/server"
import { inject } from "vitest"
import { describeTools } from "../suites/describe-tools.ts"
import { examplesOf, testingFacesOf } from "../testing-faces.ts"
import { logbookExamples, logbookPlugin } from "./logbook.fixture.ts"

const faces = await testingFacesOf([catalogPlugin])

await describeTools({
  plugins: [catalogPlugin, logbookPlugin(inject("mutated"))],
  examples: { ...examplesOf(faces), ...logbookExamples },
})
