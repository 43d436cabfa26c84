import type { Session } from "@countersign/testing"
import { expectOk } from "./product.ts"

/** Something to see on every page. */
export async function seedPages(ana: Session) {
  const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))

  await call("platform.addSample")
  const payments = await call("catalog.createSystem", {
    name: "Payments API",
    description: "Takes card payments for the shop and the app.",
    tags: ["money", "tier-1"],
  })
  const incident = await call("incident.create", {
    title: "Card payments fail for some issuers",
    severity: "major",
    systemIds: [payments.id],
    healthOverride: "degraded",
    message: "One acquirer answers slowly. Traffic moves to the other.",
  })
  const team = await call("platform.createTeam", {
    name: "Payments",
    description: "Looks after everything with money.",
  })
  const invited = await call<{ link?: string }>("platform.invitePerson", {
    email: "chandra.with-a-rather-long-address@example.test",
    roles: ["operator"],
  })
  const application = await call<{ application: { id: string } }>("platform.createApplication", {
    name: "Deploy script",
    description: "Opens maintenance windows from the pipeline.",
    roles: ["viewer"],
  })
  await call("platform.setSecret", { name: "deploy.token", value: "not a real token" })
  const { id: meId } = await call("platform.me")
  await call("platform.addTeamMember", { teamId: team.id, memberId: meId })
  await call("platform.setGrant", {
    resource: "catalog.system",
    thingId: payments.id,
    teamId: team.id,
    level: "owner",
  })
  const { items } = await call<{ items: { id: string; action: string }[] }>("platform.listAudit", {
    action: "catalog.createSystem",
  })
  const change = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "incident.update",
    input: { id: incident.id, title: "Card payments fail for three issuers", severity: "critical" },
  })
  await call("ai.setPolicy", { subject: "tool:incident.delete", twoPerson: true })
  await call("ai.proposeTool", { toolName: "incident.delete", input: { id: incident.id } })
  const declined = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "catalog.updateSystem",
    input: { systemId: payments.id, description: "Takes card payments." },
  })
  await call("ai.signProposal", { proposalId: declined.proposalId, kind: "decline", reason: "Says too little." })
  const link = new URL(invited.link ?? "http://localhost/invitation")
  return {
    systemId: payments.id,
    incidentId: incident.id,
    teamId: team.id,
    personId: meId,
    applicationId: application.application.id,
    auditId: items[0]?.id ?? "1",
    proposalId: change.proposalId,
    declinedId: declined.proposalId,
    invitationPath: `${link.pathname}${link.search}${link.hash}`,
  }
}
