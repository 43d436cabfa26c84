/**
 * What the official conformance suite wants a server to have, beside the product's own tools. Those that fit go through
 * registry and gate as a plugin's tools do; the rest needs kinds of content and questions that the product has none of,
 * and is answered at the layer of the protocol. Never part of the product.
 */
// A wait by time: the suite asks for these notices apart from each other.
import { setTimeout as sleep } from "node:timers/promises"
import {
  acceptedContent,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { ConflictError } from "../errors.ts"
import { defineTool } from "../tools/tool.ts"
import { callTool } from "./call-tool.ts"
import type { EndpointOptions, Exchange } from "./endpoint.ts"
import type { ServerParts } from "./server.ts"
import { type SigningState, sealState } from "./signing-state.ts"
import { listTools } from "./tool-list.ts"

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="
const text = (said: string) => ({ type: "text" as const, text: said })
const image = { type: "image" as const, data: PNG, mimeType: "image/png" }

/** As verbs: their output is the content, which the profile puts where the suite looks for it. */
const contents = {
  simple_text: [text("This is a simple text response for testing.")],
  image_content: [image],
  audio_content: [{ type: "audio" as const, data: WAV, mimeType: "audio/wav" }],
  embedded_resource: [
    {
      type: "resource" as const,
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ],
  multiple_content_types: [
    text("Multiple content types test:"),
    image,
    {
      type: "resource" as const,
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    },
  ],
}

const contract = defineContract("test", {
  ...Object.fromEntries(
    [...Object.keys(contents), "error_handling"].map((name) => [
      name,
      procedure({
        summary: "For the conformance suite.",
        effect: "read",
        access: "signedIn",
        input: z.object({}),
        output: z.object({ content: z.array(z.record(z.string(), z.unknown())) }),
      }),
    ]),
  ),
})

const verbs = Object.fromEntries(
  Object.entries(contract).map(([name, wanted]) => [
    name,
    implement(wanted, async () => {
      if (name === "error_handling") throw new ConflictError("This tool intentionally returns an error for testing")
      return { content: contents[name as keyof typeof contents] }
    }),
  ]),
)

export const conformancePlugin = definePlugin({
  id: "test",
  contract,
  verbs: verbs as never,
  tools: Object.entries(verbs).map(([name, verb]) =>
    defineTool({ name, verb: verb as never, description: "For the conformance suite. Pass nothing." }),
  ),
})

type Answer = CallToolResult | InputRequiredResult
type Context = ServerContext & { exchange: Exchange }
interface ProfileTool {
  schema?: Record<string, unknown>
  /** Says something before its result, so that an answer of 2025 must be a stream too. */
  streams?: true
  call(ctx: Context, input: Record<string, unknown>): Promise<Answer> | Answer
}

const done = (said: string): CallToolResult => ({ content: [text(said)] })
const askFor = (message: string, field: string, type: "string" | "boolean" = "string") =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } as never }, required: [field] },
  })
const answers = ({ mcpReq }: ServerContext) => mcpReq.inputResponses
const stateFor = ({ exchange }: Context, name: string, step: string) =>
  sealState(exchange.caller, { name }, crypto.randomUUID(), step)

function askOnce(key: string, question: ReturnType<typeof askFor>, reply: (ctx: Context) => string): ProfileTool {
  return {
    call: (ctx) =>
      inputResponse(answers(ctx), key).kind === "missing" || !isAnswered(ctx, key)
        ? inputRequired({ inputRequests: { [key]: question } })
        : done(reply(ctx)),
  }
}

/** A form counts as answered when its only field has a value of its type. */
function isAnswered(ctx: ServerContext, key: string): boolean {
  const response = inputResponse(answers(ctx), key)
  if (response.kind !== "elicit") return response.kind !== "missing"
  return Object.values(response.content ?? {}).some((value) => typeof value === "string" || typeof value === "boolean")
}

function pushElicitation(schema: Record<string, unknown>): ProfileTool {
  return {
    streams: true,
    async call({ mcpReq }, { message }) {
      const asked = { message: String(message ?? "Please answer."), requestedSchema: schema as never }
      const { action, content } = await mcpReq.elicitInput(asked)
      return done(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
    },
  }
}

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required })
const choices = (...values: string[]) => values.map((value) => ({ const: value, title: value }))
const options = ["option1", "option2", "option3"]

const profile: Record<string, ProfileTool> = {
  test_tool_with_logging: {
    streams: true,
    async call({ mcpReq }) {
      for (const said of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        await mcpReq.log("info", said)
        await sleep(50)
      }
      return done("Logged.")
    },
  },
  test_logging_tool: {
    async call({ mcpReq }) {
      await mcpReq.log("info", "Only for those who asked for it.")
      return done("Logged.")
    },
  },
  test_tool_with_progress: {
    streams: true,
    async call({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
        await sleep(50)
      }
      return done("Done.")
    },
  },
  test_sampling: {
    streams: true,
    schema: object({ prompt: { type: "string" } }, ["prompt"]),
    call(_ctx, { prompt }) {
      // Asked anyway, the client would answer to whichever pod its answer happens to reach, and this call would hang.
      throw new ConflictError(`Nobody can be asked "${prompt}" in the middle of a call: there are no sessions.`)
    },
  },
  test_elicitation: {
    ...pushElicitation(object({ username: { type: "string" }, email: { type: "string" } }, ["username", "email"])),
    schema: object({ message: { type: "string" } }, ["message"]),
  },
  test_elicitation_sep1034_defaults: pushElicitation(
    object({
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ),
  test_elicitation_sep1330_enums: pushElicitation(
    object({
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: choices("value1", "value2") },
      legacyEnum: { type: "string", enum: options, enumNames: options },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: choices("value1", "value2") } },
    }),
  ),
  json_schema_2020_12_tool: {
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    call: (_ctx, input) => done(JSON.stringify(input)),
  },
  test_missing_capability: {
    call({ mcpReq }) {
      const declared = (mcpReq.envelope as Record<string, { sampling?: object }> | undefined)?.[
        "io.modelcontextprotocol/clientCapabilities"
      ]
      if (!declared?.sampling)
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
      return done("It could sample.")
    },
  },
  test_streaming_elicitation: askOnce("user_name", askFor("What is your name?", "name"), () => "Hello."),
  test_input_required_result_elicitation: askOnce(
    "user_name",
    askFor("What is your name?", "name"),
    (ctx) => `Hello, ${acceptedContent(answers(ctx), "user_name")?.name}!`,
  ),
  test_input_required_result_sampling: askOnce(
    "capital_question",
    inputRequired.createMessage({
      messages: [{ role: "user", content: text("What is the capital of France?") }],
      maxTokens: 100,
    }),
    (ctx) => JSON.stringify(inputResponse(answers(ctx), "capital_question")),
  ),
  test_input_required_result_list_roots: askOnce("client_roots", inputRequired.listRoots(), (ctx) =>
    JSON.stringify(inputResponse(answers(ctx), "client_roots")),
  ),
  test_input_required_result_request_state: {
    call(ctx) {
      if (isAnswered(ctx, "confirm") && ctx.mcpReq.requestState() !== undefined) return done("state-ok")
      return inputRequired({
        inputRequests: { confirm: askFor("Please confirm", "ok", "boolean") },
        requestState: stateFor(ctx, "test_input_required_result_request_state", "1"),
      })
    },
  },
  test_input_required_result_tampered_state: {
    call(ctx) {
      if (isAnswered(ctx, "confirm") && ctx.mcpReq.requestState() !== undefined) return done("state-ok")
      return inputRequired({
        inputRequests: { confirm: askFor("Please confirm", "ok", "boolean") },
        requestState: stateFor(ctx, "test_input_required_result_tampered_state", "1"),
      })
    },
  },
  test_input_required_result_multiple_inputs: {
    call(ctx) {
      if (["user_name", "greeting", "client_roots"].every((key) => isAnswered(ctx, key))) return done("All are here.")
      return inputRequired({
        inputRequests: {
          user_name: askFor("What is your name?", "name"),
          greeting: inputRequired.createMessage({
            messages: [{ role: "user", content: text("Generate a greeting") }],
            maxTokens: 50,
          }),
          client_roots: inputRequired.listRoots(),
        },
        requestState: stateFor(ctx, "test_input_required_result_multiple_inputs", "1"),
      })
    },
  },
  test_input_required_result_multi_round: {
    call(ctx) {
      const name = "test_input_required_result_multi_round"
      const step = ctx.mcpReq.requestState<SigningState>()?.token
      if (step === "2" && isAnswered(ctx, "step2")) return done("Both steps are done.")
      if (step === "1" && isAnswered(ctx, "step1"))
        return inputRequired({
          inputRequests: { step2: askFor("Step 2: What is your favorite color?", "color") },
          requestState: stateFor(ctx, name, "2"),
        })
      return inputRequired({
        inputRequests: { step1: askFor("Step 1: What is your name?", "name") },
        requestState: stateFor(ctx, name, "1"),
      })
    },
  },
  test_input_required_result_capabilities: {
    call({ mcpReq }) {
      const declared = (mcpReq.envelope as Record<string, { elicitation?: object; sampling?: object }> | undefined)?.[
        "io.modelcontextprotocol/clientCapabilities"
      ]
      return inputRequired({
        inputRequests: {
          ...(declared?.elicitation ? { user_name: askFor("What is your name?", "name") } : {}),
          ...(declared?.sampling
            ? {
                greeting: inputRequired.createMessage({
                  messages: [{ role: "user", content: text("Generate a greeting") }],
                  maxTokens: 50,
                }),
              }
            : {}),
        },
      })
    },
  },
}

const prompts: Record<string, { arguments?: string[]; get(input: Record<string, string>): GetPromptResult }> = {
  test_simple_prompt: { get: () => said(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    get: ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    get: ({ resourceUri = "" }) =>
      said(
        {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
        text("Please process the embedded resource above."),
      ),
  },
  test_prompt_with_image: { get: () => said(image, text("Please analyze the image above.")) },
  test_input_required_result_prompt: { get: () => said(text("With context.")) },
}

function said(...parts: GetPromptResult["messages"][number]["content"][]): GetPromptResult {
  return { messages: parts.map((content) => ({ role: "user", content })) }
}

const resources = [
  { uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "An image.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", description: "A text.", mimeType: "text/plain" },
]

function readTestResource(uri: string) {
  if (uri === "test://static-text" || uri === "test://watched-resource")
    return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." }
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (!id) throw new ResourceNotFoundError(uri)
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return { uri, mimeType: "application/json", text: JSON.stringify(data) }
}

/** Lays the profile over a server of the product's. */
export const conformanceProfile: Pick<EndpointOptions, "extend" | "streams"> = {
  streams: (body) => {
    const name = (body as { params?: { name?: string } } | null)?.params?.name ?? ""
    return profile[name]?.streams === true
  },
  extend(server: Server, exchange: Exchange, parts: ServerParts) {
    const { caller } = exchange
    server.registerCapabilities({ logging: {}, prompts: {}, completions: {}, resources: {} })
    server.setRequestHandler("tools/list", () => {
      const extra = Object.entries(profile).map(
        ([name, { schema = object({}) }]): Tool => ({
          name,
          description: "For the conformance suite.",
          inputSchema: schema as Tool["inputSchema"],
        }),
      )
      return { tools: [...listTools(caller.runtime, caller.principal), ...extra] }
    })
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const tool = profile[params.name]
      if (tool) return tool.call({ ...ctx, exchange }, params.arguments ?? {})
      const answer = await callTool(parts, exchange, params, ctx.mcpReq)
      const content = (answer as CallToolResult).structuredContent as
        | { content?: CallToolResult["content"] }
        | undefined
      return params.name.startsWith("test_") && content?.content ? { ...answer, content: content.content } : answer
    })
    server.setRequestHandler("prompts/list", () => ({
      prompts: Object.entries(prompts).map(([name, { arguments: named = [] }]) => ({
        name,
        description: "For the conformance suite.",
        arguments: named.map((one) => ({ name: one, required: true })),
      })),
    }))
    server.setRequestHandler("prompts/get", ({ params }, ctx) => {
      const asks = params.name === "test_input_required_result_prompt" && !isAnswered(ctx, "user_context")
      if (asks)
        return inputRequired({
          inputRequests: { user_context: askFor("What context should the prompt use?", "context") },
        })
      return prompts[params.name]!.get(params.arguments ?? {})
    })
    server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }))
    server.setRequestHandler("resources/list", () => ({ resources }))
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: [
        {
          uriTemplate: "test://template/{id}/data",
          name: "template",
          description: "By id.",
          mimeType: "application/json",
        },
      ],
    }))
    server.setRequestHandler("resources/read", ({ params }) => ({ contents: [readTestResource(params.uri)] }))
  },
}
