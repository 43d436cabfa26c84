import { aiPlugin } from "@countersign/ai/server"
import { catalogPlugin } from "@countersign/catalog/server"
import { inject } from "vitest"
import { describeAccess } from "../matrix/access-matrix.ts"
import { matrixOf, testingFacesOf } from "../testing-faces.ts"
import { logbookMatrix, logbookPlugin } from "./logbook.fixture.ts"

// The assistant brings the doors through which models and other programs call tools.
const listed = [catalogPlugin, aiPlugin]
const faces = await testingFacesOf(listed)
await describeAccess([...listed, logbookPlugin(inject("mutated"))], matrixOf([...faces, { access: logbookMatrix }]))
