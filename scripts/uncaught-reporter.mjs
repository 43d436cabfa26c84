import { writeFileSync } from "node:fs"

/** Vitest's JSON report leaves out what no test caught; this writes down how many there were. */
export default class UncaughtReporter {
  onTestRunEnd(_modules, uncaught) {
    if (process.env.COUNTERSIGN_UNCAUGHT) writeFileSync(process.env.COUNTERSIGN_UNCAUGHT, String(uncaught.length))
  }
}
