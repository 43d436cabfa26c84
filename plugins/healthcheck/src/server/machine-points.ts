import type { DoctorPoint } from "@countersign/core/server"
import type { SandboxState } from "@countersign/sandbox"
import { pingWorks } from "../probe/strategies/ping.ts"
import { sandbox } from "./script-runner.ts"

/** What checks need of the machine: Settings > Health checks shows the same. */
export const machinePoints: readonly DoctorPoint[] = [
  { title: "Sandbox", run: async () => sandboxFinding(await (await sandbox()).state()) },
  { title: "Ping", run: () => pingFinding() },
]

type Finding = Awaited<ReturnType<DoctorPoint["run"]>>

/** Doubtful at worst: where a layer is missing scripts may do less, and none runs unprotected. */
export function sandboxFinding({
  typescript,
  shell,
  sentences,
}: Pick<SandboxState, "typescript" | "shell" | "sentences">): Finding {
  const missing = [...typescript.missing, ...shell.missing]
  const holds = sentences.filter((sentence) => !missing.includes(sentence)).join(" ")
  if (missing.length === 0) return { state: "good", says: `every layer works. ${holds}` }
  return {
    state: "doubtful",
    says: `some layers are missing. ${holds}`,
    remedy: `${missing.join(" ")} A server looks once, so restart it afterwards.`,
  }
}

export async function pingFinding(command?: string): Promise<Finding> {
  const found = await pingWorks(command)
  if (found.works) return { state: "good", says: "this server can send echo requests." }
  return { state: "doubtful", says: `this server cannot ping: ${found.why}.`, remedy: found.remedy }
}
