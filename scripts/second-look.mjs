/** More than this is a fault of the change, not of a busy moment, and is not looked at twice. */
export const MOST_FILES = 3

/**
 * The files of a run that failed, few enough for a second look: alone, after everything else has ended. A test that fails again has failed. One that
 * passes then is unsteady: the run goes on, and its last lines name it.
 *
 * @param {{ testResults: { name: string, status: string }[] } | null} report of vitest's JSON reporter
 * @returns {string[]}
 */
export function filesToLookAtAgain(report) {
  const failed = report?.testResults.filter(({ status }) => status === "failed").map(({ name }) => name) ?? []
  return failed.length <= MOST_FILES ? failed : []
}

/**
 * What both looks say together: of the files that were looked at again, the second look counts.
 *
 * @returns {{ report: object, lines: string[] }}
 */
export function joinLooks(first, second) {
  const again = new Map(second?.testResults.map((file) => [file.name, file]))
  const mended = first.testResults.filter(
    ({ name, status, assertionResults }) =>
      status === "failed" && again.get(name)?.status === "passed" && ranAll(assertionResults, again.get(name)),
  )
  const names = new Set(mended.map(({ name }) => name))
  return {
    report: {
      ...first,
      testResults: first.testResults.map((file) => (names.has(file.name) ? again.get(file.name) : file)),
    },
    lines: mended.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName)
      return (failed.length > 0 ? failed : ["the file itself"]).map(
        (what) => `UNSTEADY: failed at first and passed alone: ${name.split("/").at(-1)}: ${what}`,
      )
    }),
  }
}

/** A second look that ran fewer tests than the first says nothing about the rest. */
function ranAll(tests, { assertionResults }) {
  const passed = new Set(assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => fullName))
  return tests.every(({ status, fullName }) => status === "pending" || status === "skipped" || passed.has(fullName))
}
