/**
 * What CONTRIBUTING promises of `npm test` on a quiet machine with two cores, and how far a busy one may be from it. Wall time is
 * all that a report has: work beside the tests makes each of them two to three times slower, so a run fails only past that.
 */
export const BUDGET = { testMs: 20_000, runMs: 15 * 60_000, busyFactor: 3 }

const SHOWN = 10

/**
 * @param {{ startTime: number, testResults: { name: string, endTime: number, assertionResults: { fullName: string, duration?: number | null }[] }[] }} report
 *   of vitest's JSON reporter
 * @returns {{ lines: string[], late: number }} what to tell of a run's time, and in how many places it was far too long
 */
export function judgeTimes(report, { testMs, runMs, busyFactor } = BUDGET) {
  const tests = report.testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ file: name, fullName, ms: duration ?? 0 })),
    )
    .sort((a, b) => b.ms - a.ms)
  const endTime = Math.max(report.startTime, ...report.testResults.map((file) => file.endTime))
  const tookMs = endTime - report.startTime
  const late = tests.filter(({ ms }) => ms > testMs * busyFactor)
  const tooLong = tookMs > runMs * busyFactor
  return {
    late: late.length + (tooLong ? 1 : 0),
    lines: [
      `The tests took ${minutes(tookMs)}; ${minutes(runMs)} are their share on a quiet machine. The slowest:`,
      ...tests.slice(0, SHOWN).map(({ file, fullName, ms }) => {
        const mark =
          ms > testMs * busyFactor ? " FAR TOO LONG" : ms > testMs ? " too long, unless the machine is busy" : ""
        return `  ${seconds(ms).padStart(7)}  ${file.split("/").slice(-1)[0]}: ${fullName}${mark}`
      }),
      ...(late.length > 0
        ? [
            `${late.length} took more than ${seconds(testMs * busyFactor)}. Split them, or give their big numbers to a *.long.test file.`,
          ]
        : []),
      ...(tooLong
        ? [`The whole took more than ${minutes(runMs * busyFactor)}. Find what grew among the slowest.`]
        : []),
    ],
  }
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`
}

function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} min`
}
