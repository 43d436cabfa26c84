import {
  ChatMessage,
  ChatScope,
  Conversation,
  Instant,
  line,
  PermissionMode,
  pageInput,
  pageOf,
  procedure,
  Turn,
  Version,
} from "@countersign/core/contract"
import { z } from "zod"
import { chatAccess } from "./access.ts"
import { ThingRef } from "./memory.ts"

const ConversationId = z.uuid().toLowerCase()
const Title = line("A title", 200)
const Model = z.string().min(1).max(300).describe("A model's id, as ai.listChatConnections lists it.")

/** Every verb here reaches the caller's own conversations alone; another person's is "not found". */
export const conversationProcedures = {
  listConversations: procedure({
    summary: "List your conversations with the assistant, the latest first.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({
      ...pageInput(["updatedAt", "match"], { direction: "desc" }),
      query: z.string().trim().max(200).optional().describe("Part of the title or of what was said."),
      archived: z.boolean().default(false).describe("Those that were put away instead of the current ones."),
    }),
    output: pageOf(Conversation).extend({
      /** Whether an administrator lets people delete archived conversations for good. */
      mayDelete: z.boolean(),
    }),
  }),
  createConversation: procedure({
    summary: "Begin a conversation. An empty one of the same scope is taken again instead of adding another.",
    effect: "mutate",
    access: chatAccess.read,
    input: z.object({
      connectionId: z.uuid().optional().describe("Left out: the scope's default."),
      model: Model.optional(),
      scope: ChatScope.default("operate"),
    }),
    output: Conversation,
  }),
  getConversation: procedure({
    summary: "Read a conversation: the latest 50 messages, or those before a mark, and the turn that runs.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({
      id: ConversationId,
      before: z.string().max(2_000).optional().describe("The earlierCursor of the page that was read before."),
    }),
    output: z.object({
      conversation: Conversation,
      /** Oldest first. Of a running turn, the answer as far as it is stored. */
      messages: z.array(ChatMessage),
      /** Null: there is nothing before these messages. */
      earlierCursor: z.string().nullable(),
      /** The one that is running, else the latest one. */
      turn: Turn.nullable(),
    }),
  }),
  updateConversation: procedure({
    summary: "Rename a conversation, or choose its model, permission mode or skill. What is left out stays as it is.",
    effect: "mutate",
    revokes: true,
    access: chatAccess.read,
    input: z.object({
      id: ConversationId,
      title: Title.optional(),
      connectionId: z.uuid().optional(),
      model: Model.optional(),
      permissionMode: PermissionMode.optional(),
      skillId: z.string().max(100).nullable().optional(),
      version: Version,
    }),
    output: Conversation,
  }),
  archiveConversation: procedure({
    summary: "Put a conversation away, or take it back.",
    effect: "mutate",
    access: chatAccess.read,
    input: z.object({ id: ConversationId, archived: z.boolean().default(true) }),
    output: Conversation,
  }),
  deleteConversation: procedure({
    summary:
      "Delete an archived conversation for good, where an administrator allows it. The audit log keeps what its tools did.",
    effect: "destructive",
    access: chatAccess.read,
    input: z.object({ id: ConversationId }),
    output: z.object({ id: z.uuid() }),
  }),
  deleteArchivedConversations: procedure({
    summary: "Delete conversations for good that were archived longer ago than an administrator chose.",
    effect: "destructive",
    access: "internal",
    input: z.object({}),
    output: z.object({ deleted: z.int() }),
  }),
  nameThing: procedure({
    summary: "Tell what a thing is called, as far as you may see it.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({ thing: ThingRef }),
    output: z.object({ name: z.string().nullable() }),
  }),
  listSuggestions: procedure({
    summary: "List what an empty conversation offers to ask, from what you may do.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({ scope: ChatScope.default("operate") }),
    output: z.object({ suggestions: z.array(z.string()) }),
  }),
  stopTurn: procedure({
    summary: "Stop the answer that is being written. What was said so far stays.",
    effect: "mutate",
    access: chatAccess.read,
    input: z.object({ conversationId: ConversationId }),
    output: z.object({
      /** Null when nothing was running. */
      turnId: z.uuid().nullable(),
      at: Instant,
    }),
  }),
}
