import type { Page } from "playwright-core"
import type { seedPages } from "./seed-pages.ts"
import type { Place } from "./tour.ts"

type Things = Awaited<ReturnType<typeof seedPages>>

export function placesBeforeSignIn(things: Things): readonly Place[] {
  return [
    { name: "sign-in", path: "/sign-in" },
    { name: "set-up-over", path: "/set-up" },
    { name: "forgot-password", path: "/forgot-password" },
    { name: "reset-password", path: "/reset-password#token=none" },
    { name: "confirm-email", path: "/confirm-email#token=none" },
    { name: "invitation", path: things.invitationPath },
    { name: "invitation-broken", path: "/invitation#token=none" },
  ]
}

export function placesAfterSignIn(things: Things): readonly Place[] {
  return [
    { name: "start", path: "/" },
    { name: "palette", path: "/", prepare: (page) => press(page, "Control+k") },
    { name: "palette-found", path: "/", prepare: (page) => press(page, "Control+k").then(() => typeIn(page, "pay")) },
    { name: "keyboard", path: "/", prepare: (page) => press(page, "?") },
    { name: "account-menu", path: "/", prepare: (page) => page.getByRole("button", { name: /^Account of/ }).click() },
    { name: "catalog", path: "/catalog" },
    { name: "systems", path: "/catalog/systems" },
    { name: "system-new", path: "/catalog/systems/new" },
    { name: "system", path: `/catalog/systems/${things.systemId}` },
    { name: "groups", path: "/catalog/groups" },
    { name: "environments", path: "/catalog/environments" },
    { name: "import", path: "/catalog/import" },
    { name: "incidents", path: "/incidents" },
    { name: "incident-new", path: "/incidents/new" },
    { name: "incident", path: `/incidents/${things.incidentId}` },
    { name: "signatures", path: "/signatures" },
    { name: "signatures-reminders", path: "/signatures", prepare: (page) => openDialog(page, "Reminders") },
    { name: "signatures-asked", path: "/signatures?box=asked" },
    { name: "signatures-unknown", path: "/signatures?box=unknown" },
    { name: "signatures-all", path: "/signatures?box=all" },
    { name: "signature", path: `/signatures/${things.proposalId}` },
    { name: "signature-declined", path: `/signatures/${things.declinedId}` },
    { name: "help", path: "/help" },
    { name: "account", path: "/account" },
    { name: "settings", path: "/settings" },
    { name: "people", path: "/settings/people" },
    { name: "people-invite", path: "/settings/people?invite=open" },
    { name: "invitations", path: "/settings/people?tab=invitations" },
    { name: "person", path: `/settings/people/${things.personId}` },
    { name: "person-access", path: `/settings/people/${things.personId}?tab=access` },
    { name: "roles", path: "/settings/roles" },
    { name: "role", path: "/settings/roles/operator" },
    { name: "teams", path: "/settings/teams" },
    { name: "team", path: `/settings/teams/${things.teamId}` },
    { name: "team-shared", path: `/settings/teams/${things.teamId}?tab=grants` },
    { name: "team-settings", path: `/settings/teams/${things.teamId}?tab=settings` },
    { name: "applications", path: "/settings/applications" },
    { name: "application", path: `/settings/applications/${things.applicationId}` },
    { name: "application-access", path: `/settings/applications/${things.applicationId}?tab=access` },
    { name: "application-settings", path: `/settings/applications/${things.applicationId}?tab=settings` },
    { name: "mail", path: "/settings/mail" },
    { name: "sign-in-providers", path: "/settings/sign-in" },
    { name: "sign-in-provider-new", path: "/settings/sign-in/new" },
    { name: "secrets", path: "/settings/secrets" },
    { name: "ai-tools", path: "/settings/ai/tools" },
    { name: "ai-tool", path: "/settings/ai/tools?tool=incident.update" },
    { name: "ai-policies", path: "/settings/ai/policies" },
    { name: "ai-policy-add", path: "/settings/ai/policies?add=tool:incident.create" },
    { name: "mcp", path: "/settings/ai/mcp" },
    { name: "audit", path: "/settings/audit" },
    { name: "audit-entry", path: `/settings/audit?entry=${things.auditId}` },
    { name: "installation", path: "/settings/installation" },
    { name: "not-found", path: "/no/such/page" },
  ]
}

async function press(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole("dialog").waitFor()
}

async function openDialog(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click()
  await page.getByRole("dialog").waitFor()
}

async function typeIn(page: Page, text: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox").fill(text)
  await page.getByRole("option").first().waitFor()
}
