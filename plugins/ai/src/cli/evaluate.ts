import { readFileSync } from "node:fs"
import {
  allowedModels,
  chooseOn,
  findReplayable,
  listConnections,
  type ModelChoice,
  type Replay,
  type ReplayableConversation,
  replayConversation,
} from "@countersign/core/assistant"
import { command, UsageError } from "@countersign/core/cli"
import type { Caller } from "@countersign/core/server"
import { reportLines, toReport } from "./eval-report.ts"

export const evaluate = command({
  name: "eval",
  summary: "Let another model or prompt decide stored conversations again; say which tool decisions change.",
  options: {
    connection: { type: "string", required: true, value: "LABEL" },
    model: { type: "string" },
    prompt: { type: "string", value: "FILE" },
    person: { type: "string", value: "EMAIL" },
    last: { type: "string", value: "10" },
    conversations: { type: "string", value: "ID,ID" },
    json: { type: "boolean" },
  },
  async run({ options, print, withPlatform }) {
    const { connection, ...rest } = options
    const [model, promptFile, person] = [rest.model, rest.prompt, rest.person].map(
      (given) => given?.trim() || undefined,
    )
    const last = Number(rest.last?.trim() || 10)
    if (!Number.isInteger(last) || last < 1 || last > 1_000)
      throw new UsageError("--last takes a number from 1 to 1000.")
    const ids = rest.conversations
      ?.split(",")
      .map((id) => id.trim())
      .filter(Boolean)
    const prompt = readPrompt(promptFile)

    return withPlatform(async ({ caller }) => {
      const choice = await chooseByLabel(caller, connection.trim(), model)
      const found = await findReplayable(caller.runtime.database, { ids, email: person, last })
      const unknown = ids?.find((id) => !found.some((one) => one.id === id.toLowerCase()))
      if (unknown)
        throw new UsageError(`There is no conversation ${unknown} with messages in it, or a turn runs in it right now.`)
      if (found.length === 0) throw new UsageError("There are no conversations to replay. Look at --person.")

      const replayed: { conversation: ReplayableConversation; replay: Replay }[] = []
      for (const conversation of found)
        replayed.push({ conversation, replay: await replayConversation(caller, { conversation, choice, prompt }) })
      const report = toReport({ connection: choice.connection.label, model: choice.model }, replayed)
      if (options.json) print(JSON.stringify(report, null, 2))
      else for (const line of reportLines(report)) print(line)
      return report.totals.failed > 0 ? 1 : 0
    })
  },
})

function readPrompt(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, "utf8")
  } catch {
    throw new UsageError(
      `The file "${path}" cannot be read. --prompt takes a file whose text replaces the system prompt.`,
    )
  }
}

async function chooseByLabel(caller: Caller, wanted: string, model: string | undefined): Promise<ModelChoice> {
  const all = await listConnections(caller.runtime.database.direct)
  const stored = all.find(
    ({ id, label }) => id === wanted.toLowerCase() || label.toLowerCase() === wanted.toLowerCase(),
  )
  if (!stored) {
    const known = all.map(({ label }) => `"${label}"`).join(", ") || "none; add one under Settings > AI connections"
    throw new UsageError(`There is no AI connection "${wanted}". There are: ${known}.`)
  }
  const allowed = allowedModels(stored)
  if (model && !allowed.includes(model))
    throw new UsageError(`"${stored.label}" does not allow the model "${model}". It allows: ${allowed.join(", ")}.`)
  return chooseOn(caller.runtime, stored, model ?? null)
}
