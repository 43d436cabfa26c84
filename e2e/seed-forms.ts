import type { Session } from "@countersign/testing"
import { expectOk } from "./product.ts"
import { seedPages } from "./seed-pages.ts"

/** What is on every page, and what has to be there for every form to be reached. */
export async function seedForms(ana: Session) {
  const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))
  const things = await seedPages(ana)
  const group = await call<{ name: string }>("catalog.createGroup", { name: "Customer facing" })
  const role = await call("platform.createRole", { name: "Keeper", rules: ["platform.secret.read"] })
  await call("platform.updateMailSettings", {
    host: "127.0.0.1",
    port: 1,
    encryption: "none",
    username: "",
    fromName: "Countersign",
    fromAddress: "ops@example.test",
    version: (await call<{ version: number }>("platform.getMailSettings")).version,
  })
  await call("platform.addOauthClient", { name: "Editor", redirectUris: ["http://127.0.0.1/callback"] })
  const declined = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "catalog.updateSystem",
    input: { systemId: things.systemId, description: "Takes payments." },
  })
  // Something new: the forms before it change what the other proposal is about, and it could no longer be signed.
  const open = await call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "catalog.createGroup",
    input: { name: "Refunds" },
  })
  return {
    ...things,
    proposalId: open.proposalId,
    toDeclineId: declined.proposalId,
    groupName: group.name,
    roleId: role.id,
  }
}
