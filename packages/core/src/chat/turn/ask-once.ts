import { callModel, type ModelCall } from "../../connections/call-model.ts"

/** One short question beside the conversation: a title, a verdict, a summary. Null when no answer came of it. */
export async function askOnce(
  call: Omit<ModelCall, "reservation">,
  ask: { system: string; prompt: string; maxOutputTokens: number },
  signal?: AbortSignal,
): Promise<string | null> {
  let text = ""
  const { failure } = await callModel(
    call,
    {
      messages: [
        { role: "system", text: ask.system },
        { role: "user", parts: [{ type: "text", text: ask.prompt }] },
      ],
      maxOutputTokens: ask.maxOutputTokens,
    },
    {
      signal,
      // What it is for can do without; the answer itself cannot.
      retry: { attempts: 1, firstDelayMs: 0, longestDelayMs: 0 },
      onEvents(events) {
        for (const event of events) if (event.type === "text-delta") text += event.text
      },
    },
  )
  return failure ? null : text
}
