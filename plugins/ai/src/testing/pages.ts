import { fromMenu, type Place, pressing, type SeedCall, type SeededThings } from "@countersign/testing"

export async function seed(call: SeedCall, { systemId, incidentId }: SeededThings): Promise<SeededThings> {
  const connection = await call("ai.createConnection", { driver: "rehearsal", label: "Rehearsal" })
  const conversation = await call("ai.createConversation", { connectionId: connection.id })
  await call("ai.saveMemory", { text: "Releases go out on Tuesdays." })
  const change = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "incident.update",
    input: { id: incidentId, title: "Card payments fail for three issuers", severity: "critical" },
  })
  await call("ai.setPolicy", { subject: "tool:incident.delete", twoPerson: true })
  await call("ai.proposeTool", { toolName: "incident.delete", input: { id: incidentId } })
  const declined = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "catalog.updateSystem",
    input: { systemId, description: "Takes card payments." },
  })
  await call("ai.signProposal", { proposalId: declined.proposalId, kind: "decline", reason: "Says too little." })
  return {
    connectionId: connection.id,
    conversationId: conversation.id,
    proposalId: change.proposalId,
    declinedId: declined.proposalId,
  }
}

export function pages(things: SeededThings): readonly Place[] {
  return [
    { name: "assistant", path: "/assistant" },
    { name: "conversation", path: `/assistant/${things.conversationId}` },
    { name: "signatures", path: "/signatures" },
    { name: "signatures-reminders", path: "/signatures", prepare: openReminders },
    { name: "signatures-asked", path: "/signatures?box=asked" },
    { name: "signatures-unknown", path: "/signatures?box=unknown" },
    { name: "signatures-all", path: "/signatures?box=all" },
    { name: "signature", path: `/signatures/${things.proposalId}` },
    { name: "signature-declined", path: `/signatures/${things.declinedId}` },
    { name: "help", path: "/help" },
    { name: "help-page", path: "/help/start/first-steps" },
    { name: "ai-connections", path: "/settings/ai/connections" },
    { name: "ai-connection-new", path: "/settings/ai/connections/new" },
    { name: "ai-connection", path: `/settings/ai/connections/${things.connectionId}` },
    { name: "ai-defaults", path: "/settings/ai/defaults" },
    { name: "ai-usage", path: "/settings/ai/usage" },
    { name: "ai-tools", path: "/settings/ai/tools" },
    { name: "ai-tool", path: "/settings/ai/tools?tool=incident.update" },
    { name: "ai-policies", path: "/settings/ai/policies" },
    { name: "ai-policy-add", path: "/settings/ai/policies?add=tool:incident.create" },
    { name: "ai-memory", path: "/settings/ai/memory" },
    { name: "ai-skills", path: "/settings/ai/skills" },
    { name: "mcp", path: "/settings/ai/mcp" },
  ]
}

async function openReminders(page: Parameters<NonNullable<Place["prepare"]>>[0]): Promise<void> {
  await pressing("Reminders")(page)
  await page.getByRole("dialog").waitFor()
}

/** Dialogs beside those of forms. */
export function dialogs(): readonly Place[] {
  return [
    { name: "connection-needed", path: "/settings/ai/connections", prepare: fromMenu("Delete", "Rehearsal") },
    { name: "mcp-app-remove", path: "/settings/ai/mcp", prepare: fromMenu("Remove") },
    { name: "note-delete", path: "/settings/ai/memory", prepare: fromMenu("Delete") },
    { name: "note-share", path: "/settings/ai/memory", prepare: fromMenu(/^Share/) },
    { name: "policy-remove", path: "/settings/ai/policies", prepare: fromMenu("Remove") },
  ]
}
