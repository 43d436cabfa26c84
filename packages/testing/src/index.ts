export {
  CHOSEN,
  chooseIn,
  entering,
  type FormWay,
  fromMenu,
  HIDING,
  pressing,
  TOLD_AT_ONCE,
  TOO_LONG,
  tickFirstRow,
} from "./form-way.ts"
export {
  type LookalikeWay,
  type LookalikeWorld,
  making,
  makingAbout,
  onItsSystem,
  opening,
  pressingAt,
  type Showing,
  typingInto,
} from "./lookalike-way.ts"
export { describeAccess } from "./matrix/access-matrix.ts"
export type { MatrixChild, MatrixOptions, MatrixThings } from "./matrix/matrix-options.ts"
export { callAsOlga, callAsPlatform, hideThing } from "./matrix/matrix-world.ts"
export { cpuMsOf, quickestMsOf } from "./measure.ts"
export { moveClock } from "./move-clock.ts"
export * from "./plugin-testing.ts"
export { FOLLOWS, PART_OF_SYSTEM, type SampleReferences, type SampleThings } from "./sample-references.ts"
export { sending } from "./sent-file.ts"
export * from "./session.ts"
export { spawnFixture } from "./spawn-fixture.ts"
export { runProduct, type SpawnedServer, spawnServer } from "./spawn-server.ts"
export { Canaries, callWithCanaries, textFieldsOf, withCanaries } from "./suites/canaries.ts"
export { cardOf } from "./suites/card-of.ts"
export { describeCards } from "./suites/describe-cards.ts"
export { describeContracts, openObjects } from "./suites/describe-contracts.ts"
export { describeNames } from "./suites/describe-names.ts"
export { describeTools } from "./suites/describe-tools.ts"
export { exampleInput } from "./suites/example-input.ts"
export { HEAVY, HOSTILE, hostileFor, pick, seededRandom, writeHostile } from "./suites/hostile-input.ts"
export { lintMetrics } from "./suites/lint-metrics.ts"
export { type ExampleWorld, type ToolExample, type ToolExamples, tabOf, toolExample } from "./suites/tool-example.ts"
export { databaseFromTemplate } from "./template.ts"
export { type AuditRow, personId, TEST_SECRET, type TestPlatform, testPlatform } from "./test-platform.ts"
export { examplesOf, matrixOf, outsideOf, silentOutsideOf, testingFacesOf, writingOf } from "./testing-faces.ts"
export { type TestCall, timelineForms, timelineTesting } from "./timeline-testing.ts"
