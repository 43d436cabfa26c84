import type { DoctorFinding } from "../../contract/platform/settings.ts"

/** Something about the machine a server runs on that a plugin depends on: `countersign doctor` and Settings > Installation show it. */
export interface DoctorPoint {
  /** What it is about: `Sandbox`. */
  readonly title: string
  /** By trying, not by reading a version: what is installed may still be refused. Needs no database, and no configuration. */
  run(): Promise<Omit<DoctorFinding, "subject">>
}

/** Above the slowest point there is, one that starts processes on a busy machine. */
const RUN_MS = 15_000

/** What all points find, in their order. One that fails or takes too long is a finding too, and hides no other. */
export function examinePoints(
  plugins: readonly { readonly doctor?: readonly DoctorPoint[] }[],
  runMs = RUN_MS,
): Promise<DoctorFinding[]> {
  return Promise.all(
    plugins.flatMap(({ doctor = [] }) => doctor).map((point) => examinePoint(point, AbortSignal.timeout(runMs))),
  )
}

async function examinePoint({ title, run }: DoctorPoint, deadline: AbortSignal): Promise<DoctorFinding> {
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(new Error("it did not end in time"))
  deadline.addEventListener("abort", stop, { once: true })
  try {
    return { subject: title, ...(await Promise.race([run(), late.promise])) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      subject: title,
      state: "doubtful",
      says: `this could not be looked at: ${why.replace(/\.$/, "")}.`,
      remedy: "Look again when the machine has less to do.",
    }
  } finally {
    deadline.removeEventListener("abort", stop)
  }
}
