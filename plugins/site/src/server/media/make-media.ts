/** Files as they may be kept, made of files that somebody sent. The work is done apart; what it says is checked. */
import { z } from "zod"
import { type Ended, runApart } from "../apart/run-apart.ts"
import { KINDS } from "./prepare/what-it-is.ts"

export const MOST_FILE_BYTES = 25 * 1024 * 1024

export interface SentFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface MadePicture {
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}
export interface MadeMedia {
  readonly kind: (typeof KINDS)[number]
  readonly type: string
  readonly extension: string
  readonly width: number | null
  readonly height: number | null
  readonly bytes: Buffer
  /** WebP, the smallest first; none of what is no picture or moves. */
  readonly sizes: readonly MadePicture[]
  /** What was left out of it, and why. */
  readonly notes: readonly string[]
}
export type Made = MadeMedia | { readonly refused: string }

const Extent = z.int().min(1).max(100_000)
const Message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("refused"), at: z.int(), reason: z.string().max(2_000) }),
  z.object({
    type: z.literal("file"),
    at: z.int(),
    kind: z.enum(KINDS),
    mime: z
      .string()
      .regex(/^[a-z]+\/[a-z0-9.+-]+$/)
      .max(100),
    extension: z.string().regex(/^[a-z0-9]{1,8}$/),
    width: Extent.nullable(),
    height: Extent.nullable(),
    notes: z.array(z.string()),
  }),
  z.object({ type: z.literal("size"), at: z.int(), width: Extent, height: Extent }),
])

const LIMITS = {
  /** A picture of 40 million dots takes 8 s on one busy core, its smaller ones 6 s. */
  oneMs: 30_000,
  allMs: 50_000,
  memoryBytes: 900 * 1024 * 1024,
}

/** One answer for each file, in their order. */
export async function makeMedia(
  files: readonly SentFile[],
  options: { sizes: boolean; signal?: AbortSignal | undefined },
): Promise<Made[]> {
  const made: Made[] = []
  const began = Date.now()
  // What ended the process is the first file that it gave no answer for; those behind it go to another one.
  while (made.length < files.length) {
    const waiting = files.slice(made.length)
    const left = LIMITS.allMs - (Date.now() - began)
    if (left <= 0) {
      made.push(...waiting.map(({ name }) => ({ refused: tooLate(name) })))
      break
    }
    const sent = waiting.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const ended = await runApart({
      order: {
        message: { task: "media", sizes: options.sizes, names: waiting.map(({ name }) => name) },
        blobs: waiting.map(({ bytes }) => bytes),
      },
      timeoutMs: waiting.length === 1 ? Math.min(left, LIMITS.oneMs) : left,
      memoryBytes: LIMITS.memoryBytes + 3 * sent,
      // A picture that was squeezed hard may grow when it is drawn anew.
      answerBytes: 8 * sent + 64 * 1024 * 1024,
      signal: options.signal,
    })
    const answered = answersOf(ended, waiting.length)
    made.push(...answered)
    if (answered.length < waiting.length) made.push({ refused: whyEnded(ended.how, waiting[answered.length]!.name) })
  }
  return made
}

/** Those that were answered whole, from the first on. */
function answersOf({ frames, how }: Ended, count: number): Made[] {
  const found: Made[] = []
  for (const { message, blobs } of frames) {
    const read = Message.safeParse(message)
    if (!read.success) break
    const one = read.data
    if (one.type === "refused") found[one.at] = { refused: one.reason }
    else if (one.type === "file" && blobs[0]) {
      const { mime, at: _, type: __, ...rest } = one
      found[one.at] = { ...rest, type: mime, bytes: blobs[0], sizes: [] }
    } else if (one.type === "size" && blobs[0]) {
      const whole = found[one.at]
      if (!whole || "refused" in whole) break
      const { width, height } = one
      found[one.at] = { ...whole, sizes: [...whole.sizes, { width, height, bytes: blobs[0] }] }
    }
  }
  const last = found.at(-1)
  // The one it was at keeps what was drawn, and says that its smaller ones are missing.
  if (how !== "done" && last && !("refused" in last) && last.kind === "picture" && found.length === count)
    found[found.length - 1] = { ...last, notes: [...last.notes, "Not all of its smaller sizes could be made."] }
  return found.slice(0, count)
}

function whyEnded(how: Ended["how"], name: string): string {
  switch (how) {
    case "time":
      return tooLate(name)
    case "memory":
      return `"${name}" needs more memory than a file may take. Make it smaller and send it again.`
    case "cancelled":
      return `"${name}" was not finished: the request was given up.`
    default:
      return `"${name}" could not be read. Save it again with another program, and send that.`
  }
}

function tooLate(name: string): string {
  return `"${name}" took too long. Make it smaller, or send fewer files at a time.`
}
