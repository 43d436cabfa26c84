/** In the child: an archive in, a plan out, and where it is wanted everything that it takes to carry it out. */
import type { Answer, Frame } from "../apart/frames.ts"
import { planRestored } from "./plan-restored.ts"
import { type ImportInto, planSite } from "./plan-site.ts"
import { readArchive } from "./read-archive.ts"

export async function importArchive({ message, blobs }: Frame, answer: Answer): Promise<void> {
  const refuse = (reason: string) => answer({ message: { type: "refused", reason }, blobs: [] })
  const archive = await readArchive(blobs[0]!)
  if ("refused" in archive) return refuse(archive.refused)
  const into = JSON.parse(blobs[1]!.toString()) as ImportInto
  const planned = planRestored(archive, into) ?? planSite(archive, into)
  if ("refused" in planned) return refuse(planned.refused)
  await answer({ message: { type: "plan" }, blobs: [Buffer.from(JSON.stringify(planned.plan))] })
  if (message.whole !== true) return
  for (const { part, title, commands, inverse } of planned.rows)
    await answer({
      message: { type: "row", part, title },
      blobs: [Buffer.from(JSON.stringify(commands)), Buffer.from(JSON.stringify(inverse))],
    })
  for (const { path, fileName, bytes, id = null, name = null, alt = null } of planned.media)
    await answer({ message: { type: "file", path, fileName, id, name, alt }, blobs: [bytes] })
}
