import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"
import { ProbeError } from "../probe-error.ts"

const config = z.strictObject({
  everySeconds: z
    .int()
    .min(5)
    .max(31 * 24 * 3600)
    .meta(words("Expected every", "In seconds: how often the job calls.")),
  graceSeconds: z
    .int()
    .min(0)
    .max(24 * 3600)
    .default(60)
    .meta(words("Grace", "In seconds: how much later a call may come before it counts as missing.")),
})
type Config = z.infer<typeof config>

export const heartbeat = {
  id: "heartbeat",
  title: "Heartbeat",
  description: "Waits for calls from outside, such as of a nightly job. It fails when one does not come in time.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "beat",
      title: "Call",
      description: "The latest one.",
      result: z.object({
        ageSeconds: z.number().meta(words("Age", "Seconds since it came.")),
        up: z.boolean().meta(words("Reported as up")),
        message: z.string().meta(words("Message")),
        value: z.number().nullable().meta(words("Value")),
      }),
    },
  ],
  async probe({ heartbeat: waiting }, { everySeconds, graceSeconds }: Config, limits: ProbeLimits) {
    if (!waiting) throw new ProbeError("configuration", "A heartbeat is watched where its calls arrive, not from here.")
    const { latest, waitingSince } = waiting
    const allowed = everySeconds + graceSeconds
    const ageSeconds = (limits.now().getTime() - (latest?.at ?? waitingSince).getTime()) / 1_000
    if (ageSeconds > allowed) throw late(latest !== null, ageSeconds, allowed)
    // Nothing is due yet: waiting is no failure.
    if (!latest) return { values: { beat: { ageSeconds, up: true, message: "", value: null } } }
    const { status, message, value } = latest
    const up = status === "up"
    const sentence = up
      ? "The latest call reported that all is well."
      : `The latest call reported a failure: ${message || "without a message"}.`
    return {
      values: { beat: { ageSeconds, up, message, value } },
      judged: [{ passed: up, severity: "unhealthy" as const, actual: status, sentence }],
    }
  },
} satisfies Strategy<Config, unknown>

function late(hasCome: boolean, ageSeconds: number, allowed: number): ProbeError {
  const since = `${Math.floor(ageSeconds).toLocaleString("en")} seconds`
  const due = `at least one every ${allowed.toLocaleString("en")} seconds is expected`
  return new ProbeError(
    "late",
    hasCome ? `The last call came ${since} ago; ${due}.` : `No call has come for ${since}; ${due}.`,
  )
}
