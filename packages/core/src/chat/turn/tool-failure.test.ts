import { TOOL_FAILURE_KINDS as TOLD_KINDS } from "@countersign/llm"
import { describe, expect, it } from "vitest"
import { TOOL_FAILURE_KINDS } from "../../contract/chat/content-block.ts"
import {
  ConflictError,
  DeveloperError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  ToolValidationError,
  UnauthenticatedError,
  UnavailableError,
} from "../../errors.ts"
import { testChat } from "../chat.fixture.ts"
import { type Asked, type Scripted, startScriptedProvider } from "../scripted-provider.fixture.ts"
import { toolFailure } from "./tool-failure.ts"

const plain = (text: string) => text

describe("why a call failed", () => {
  it.each([
    [new InvalidInputError("no"), "invalid"],
    [new ToolValidationError([]), "invalid"],
    [new ForbiddenError("no"), "forbidden"],
    [new UnauthenticatedError(), "forbidden"],
    [new RateLimitedError("no", 1), "budget"],
    [new NotFoundError("no"), "not-found"],
    [new ConflictError("no"), "conflict"],
    [new UnavailableError("no"), "unavailable"],
    [Object.assign(new Error("gone"), { code: "57P01" }), "unavailable"],
    [new DeveloperError("no"), "failed"],
    [new TypeError("no"), "failed"],
  ])("%s is %s", (error, kind) => {
    expect(toolFailure(error, plain)).toEqual({ kind })
  })

  it("names what is wrong by its path, ten times at most, shortened and without secrets", () => {
    const issues = Array.from({ length: 30 }, (_, at) => ({ path: `a.${at}`, message: `hush ${"x".repeat(9_000)}` }))
    const failure = toolFailure(new ToolValidationError(issues), (text) => text.replaceAll("hush", "[secret]"))

    expect(failure.issues).toHaveLength(10)
    expect(failure.issues?.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, at) => `a.${at}`))
    expect(JSON.stringify(failure)).not.toContain("hush")
    expect(JSON.stringify(failure).length).toBeLessThan(8_192)
  })

  it("is one of the kinds that drivers tell", () => {
    expect([...TOOL_FAILURE_KINDS]).toEqual([...TOLD_KINDS])
  })
})

describe("a draft that is sent back", async () => {
  const chat = await testChat({ built: true, scripts: [] })
  let script: (asked: Asked) => Scripted = () => ({ say: "Done." })
  const provider = await startScriptedProvider((asked) => script(asked))
  const { id: connectionId } = await chat.connect({ label: "Own", baseUrl: provider.url })

  it("reaches the model with its paths, and the thread as sent back, live and after a reload alike", async () => {
    script = ({ results }) =>
      results.length === 0
        ? { calls: [{ name: "shelf_add", arguments: '{"title":"","shelf":7}' }] }
        : { say: "I mend it." }
    const id = await chat.newConversation()

    const { events } = await chat.send(id, "add nothing", { connectionId })

    const { error } = JSON.parse(provider.heard.findLast(({ results }) => results.length > 0)!.results[0]!) as {
      error: { issues: { path: string }[] }
    }
    expect(error).toMatchObject({ kind: "invalid", toolName: "shelf_add", message: expect.stringMatching(/not fit/) })
    expect(error.issues.map(({ path }) => path)).toEqual(["title", "shelf"])
    const failure = { kind: "invalid", issues: error.issues }
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-output-error", toolMetadata: { failure } }))
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks).toContainEqual(expect.objectContaining({ type: "tool-result", failure }))

    // Told again in the next turn, from what was stored.
    script = () => ({ say: "Yes." })
    await chat.send(id, "and?", { connectionId })
    const again = provider.heard
      .findLast(({ results }) => results.length > 0)!
      .body.messages.find(({ role }) => role === "tool")
    expect(JSON.parse(String(again?.content))).toEqual({ error })
  })
})
