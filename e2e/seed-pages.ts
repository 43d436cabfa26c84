import type { SeededThings, Session } from "@countersign/testing"
import { startOidcProvider } from "../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { expectOk, testingFaces } from "./product.ts"

/** Something to see on every page: what each plugin makes, then what the platform's own pages show. */
export async function seedPages(ana: Session): Promise<SeededThings> {
  const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))

  await call("platform.addSample")
  let things: SeededThings = {}
  for (const { seed } of testingFaces) if (seed) things = { ...things, ...(await seed(call, things)) }
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
  const { issuer, clientId, clientSecret } = await startOidcProvider()
  const provider = await call("platform.addOidcProvider", { name: "Staff", issuer, clientId, clientSecret })
  const { id: meId } = await call("platform.me")
  await call("platform.addTeamMember", { teamId: team.id, memberId: meId })
  await call("platform.setGrant", {
    resource: "catalog.system",
    thingId: things.systemId,
    teamId: team.id,
    level: "owner",
  })
  const { items } = await call<{ items: { id: string; action: string }[] }>("platform.listAudit", {
    action: "catalog.createSystem",
  })
  const link = new URL(invited.link ?? "http://localhost/invitation")
  return {
    ...things,
    teamId: team.id,
    personId: meId,
    applicationId: application.application.id,
    providerId: provider.id,
    auditId: items[0]?.id ?? "1",
    invitationPath: `${link.pathname}${link.search}${link.hash}`,
  }
}
