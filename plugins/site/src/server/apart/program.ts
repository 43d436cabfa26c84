/** The child: one order, its answers, the end. */
import { once } from "node:events"
import { importArchive } from "../import/import-task.ts"
import { prepareMedia } from "../media/prepare/prepare-media.ts"
import { type Answer, type Frame, readFrames, writeFrame } from "./frames.ts"

type Task = (order: Frame, answer: Answer) => Promise<void>

const tasks: Readonly<Record<string, Task>> = { media: prepareMedia, import: importArchive }

const MOST_ORDERED = 256 * 1024 * 1024

async function answer(frame: Frame): Promise<void> {
  for (const piece of writeFrame(frame)) if (!process.stdout.write(piece)) await once(process.stdout, "drain")
}

for await (const order of readFrames(process.stdin, MOST_ORDERED)) {
  await tasks[String(order.message.task)]!(order, answer)
}
