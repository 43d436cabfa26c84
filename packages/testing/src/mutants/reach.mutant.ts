import { catalogPlugin } from "@countersign/catalog/server"
import { inject } from "vitest"
import { describeAccess } from "../matrix/access-matrix.ts"
import { matrixOf, testingFacesOf } from "../testing-faces.ts"
import { logbookMatrix, logbookPlugin, type Mutation } from "./logbook.fixture.ts"

const faces = await testingFacesOf([catalogPlugin])
const mutation: Mutation = inject("mutated") ? { reachesAll: true } : {}

await describeAccess([catalogPlugin, logbookPlugin(mutation)], matrixOf([...faces, { access: logbookMatrix }]))
