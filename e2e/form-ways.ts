import type { Locator, Page } from "playwright-core"

/** How one gets to a form, and what it does with nothing and with one wrong thing in it. */
export interface Way {
  at: string
  /** Who is there: Ana unless said otherwise. */
  as?: "nobody" | "newcomer"
  open?: (page: Page) => Promise<void>
  /** What it says to nothing: words at a field, unless everything in it may be left out or the button waits for a change. */
  empty?: "sent" | "held"
  /** Whatever else it needs, before one thing is wrong. */
  fill?: (form: Locator, page: Page) => Promise<void>
  /** The label of a field and what is wrong with it; null where nothing can be. */
  wrong: readonly [label: string, text: string] | null
}

export interface Things {
  systemId: string
  incidentId: string
  teamId: string
  groupName: string
  roleId: string
  personId: string
  applicationId: string
  providerId: string
  connectionId: string
  conversationId: string
  proposalId: string
  toDeclineId: string
  invitationPath: string
  setUpPath: string
  password: string
}

const LONG = "x".repeat(200_001)
const press =
  (name: string | RegExp, exact = true) =>
  (page: Page) =>
    page.getByRole("button", { name, exact }).first().click()

async function choose(form: Locator, page: Page, label: string, option: string): Promise<void> {
  await form.getByRole("combobox", { name: label }).fill(option)
  await page.getByRole("option", { name: option }).first().click()
}

async function tick(page: Page): Promise<void> {
  await page.getByRole("row").nth(1).getByRole("checkbox").check()
}

/** Every form of the product, by its name. */
export function formWays(things: Things): Readonly<Record<string, Way>> {
  const { password } = things
  const incident = `/incidents/${things.incidentId}`
  return {
    "account-email": {
      at: "/account",
      empty: "held",
      fill: (form) => form.getByLabel("Your password").fill(password),
      wrong: ["New address", "nobody"],
    },
    "account-password": {
      at: "/account",
      empty: "held",
      fill: (form) => form.getByLabel("Current password").fill(password),
      wrong: ["New password", "short"],
    },
    "account-profile": { at: "/account", wrong: ["Name", LONG] },
    "add-to-group": {
      at: "/catalog/systems",
      open: async (page) => {
        await tick(page)
        await press("Add to group")(page)
      },
      wrong: null,
    },
    application: {
      at: `/settings/applications/${things.applicationId}?tab=settings`,
      wrong: ["Name", LONG],
    },
    "application-access": {
      at: `/settings/applications/${things.applicationId}?tab=access`,
      empty: "held",
      wrong: null,
    },
    "application-new": { at: "/settings/applications?new=application", wrong: ["Name", LONG] },
    "authenticator-code": {
      at: "/account",
      open: async (page) => {
        await press("Set up an authenticator app")(page)
        await page.getByRole("dialog").getByLabel("Your password").fill(password)
        await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click()
        await page.getByRole("img", { name: /QR code/ }).waitFor()
      },
      wrong: ["Code", "no code"],
    },
    confirm: {
      at: `/settings/applications/${things.applicationId}?tab=settings`,
      open: press("Delete application"),
      empty: "held",
      wrong: null,
    },
    "confirm-email": { at: "/confirm-email#token=none", as: "nobody", wrong: null },
    connection: {
      at: "/settings/ai/connections/new?driver=openai-compatible",
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Gateway")
      },
      wrong: ["Base URL", "not an address"],
    },
    "conversation-title": {
      at: `/assistant/${things.conversationId}`,
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: "Rename" }).click()
      },
      wrong: null,
    },
    default: { at: "/settings/ai/defaults", empty: "held", wrong: null },
    environment: { at: "/catalog/environments", open: press("Add environment"), wrong: ["Name", "Production"] },
    "forgot-password": { at: "/forgot-password", as: "nobody", wrong: ["Email", "nobody"] },
    group: { at: "/catalog/groups", open: press("Add group"), wrong: ["Name", things.groupName] },
    // What is wrong with lines stands in the plan.
    import: { at: "/catalog/import", wrong: null },
    "incident-description": {
      at: incident,
      open: press(/(Add a|Edit) description/, false),
      empty: "sent",
      wrong: ["Description", LONG],
    },
    "incident-link": {
      at: incident,
      open: press("Add"),
      fill: (form) => form.getByLabel("Label").fill("Dashboard"),
      wrong: ["Address", "not an address"],
    },
    "incident-new": {
      at: "/incidents/new",
      fill: async (form, page) => {
        await form.getByLabel("Title").fill("Payments fail")
        await choose(form, page, "Systems", "Payments")
      },
      wrong: ["Description", LONG],
    },
    "incident-postmortem": {
      at: `${incident}?tab=postmortem`,
      open: press(/(Write the|Edit) post-mortem/, false),
      empty: "sent",
      wrong: ["Post-mortem", LONG],
    },
    "incident-reopen": {
      at: incident,
      open: async (page) => {
        await press("Resolve incident")(page)
        await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Over.")
        await page.getByRole("dialog").getByRole("button", { name: "Resolve incident" }).click()
        await press("Reopen incident")(page)
      },
      wrong: ["Note", LONG],
    },
    "incident-resolve": {
      at: incident,
      open: async (page) => {
        const reopen = page.getByRole("button", { name: "Reopen incident" })
        const resolve = page.getByRole("button", { name: "Resolve incident" })
        await reopen.or(resolve).first().waitFor()
        if (await reopen.isVisible()) {
          await reopen.click()
          await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Not over.")
          await page.getByRole("dialog").getByRole("button", { name: "Reopen incident" }).click()
        }
        await resolve.click()
      },
      wrong: ["Note", LONG],
    },
    "incident-systems": {
      at: incident,
      open: async (page) => {
        await press("Edit")(page)
        for (const chip of await page.getByRole("button", { name: /^Remove / }).all())
          if (/system|Payments/i.test((await chip.getAttribute("aria-label")) ?? "")) await chip.click()
      },
      wrong: null,
    },
    "incident-title": { at: incident, open: press("Edit the title", false), wrong: null },
    "incident-update": { at: incident, wrong: ["Write an update", LONG] },
    "incident-update-edit": {
      at: incident,
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for the update/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: "Edit update" }).click()
      },
      wrong: ["Text of the update", LONG],
    },
    "incidents-delete": {
      at: "/incidents?status=all",
      open: async (page) => {
        await tick(page)
        await press("Delete")(page)
      },
      empty: "sent",
      wrong: null,
    },
    "incidents-resolve": {
      at: "/incidents",
      open: async (page) => {
        await tick(page)
        await press("Resolve")(page)
      },
      wrong: ["Closing note", LONG],
    },
    installation: { at: "/settings/installation", wrong: ["Name", LONG] },
    invitation: {
      at: things.invitationPath,
      as: "nobody",
      fill: (form) => form.getByLabel("Your name").fill("Chandra"),
      wrong: ["Password", "short"],
    },
    invite: { at: "/settings/people?invite=open", wrong: ["Email", "nobody"] },
    "limit-archived": { at: "/settings/ai/policies", empty: "held", wrong: ["Delete for good after days", "99999"] },
    "limit-calls": { at: "/settings/ai/policies", wrong: ["Calls a minute", "0"] },
    "limit-colleagues": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-deleting": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-hosts": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-reminders": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "mail-server": {
      at: "/settings/mail",
      fill: async (form) => {
        await form.getByLabel("Host").fill("127.0.0.1")
        await form.getByLabel("Sender's address").fill("ops@example.test")
      },
      wrong: ["Port", "lots"],
    },
    "mail-test": { at: "/settings/mail", wrong: ["To", "nobody"] },
    "mcp-app-confirm": {
      at: "/settings/ai/mcp",
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: /confirm/i }).click()
      },
      empty: "held",
      wrong: null,
    },
    "mcp-app-new": {
      at: "/settings/ai/mcp",
      open: press("Add an app by hand"),
      fill: (form) => form.getByLabel("Name").fill("Editor"),
      wrong: ["Redirect addresses", "not an address"],
    },
    message: { at: "/assistant", empty: "held", wrong: null },
    note: { at: "/settings/ai/memory?add=note", wrong: null },
    "passkey-new": { at: "/account", open: press("Add a passkey"), wrong: ["Your password", "not the password"] },
    "password-again": {
      at: "/account",
      open: press("Set up an authenticator app"),
      wrong: ["Your password", "not the password"],
    },
    person: { at: `/settings/people/${things.personId}`, wrong: ["Name", LONG] },
    policy: { at: "/settings/ai/policies", open: press("Add a policy"), wrong: null },
    "proposal-decline": {
      at: `/signatures/${things.toDeclineId}`,
      open: press(/^Decline/, false),
      empty: "sent",
      wrong: null,
    },
    "proposal-edit": { at: `/signatures/${things.proposalId}`, open: press("Edit", false), wrong: ["Title", LONG] },
    "proposal-settle": {
      at: `/signatures/${things.proposalId}`,
      fill: (form) => form.getByRole("radio", { name: "It happened" }).check(),
      wrong: ["How you know", ""],
    },
    "reset-password": { at: "/reset-password#token=none", as: "nobody", wrong: ["New password", "short"] },
    retention: { at: "/settings/installation", empty: "held", wrong: null },
    role: { at: `/settings/roles/${things.roleId}`, wrong: ["Name", LONG] },
    "role-new": { at: "/settings/roles?new=role", wrong: ["Name", LONG] },
    "second-factor": {
      at: "/sign-in",
      as: "nobody",
      open: async (page) => {
        await page.route(/platform\/signIn$/, (route) => route.fulfill({ json: { status: "secondFactor" } }))
        await page.getByLabel("Email").fill("ana@example.test")
        await page.getByLabel("Password", { exact: true }).fill("not the password")
        await press("Sign in")(page)
      },
      wrong: null,
    },
    secret: {
      at: "/settings/secrets",
      open: press("Store a secret"),
      fill: (form) => form.getByLabel("Value", { exact: true }).fill("not a real token"),
      wrong: ["Name", "Not A Name"],
    },
    "set-up": {
      at: things.setUpPath,
      as: "newcomer",
      fill: async (form) => {
        await form.getByLabel("Your name").fill("Ana")
        await form.getByLabel("Password", { exact: true }).fill("four unrelated words here")
      },
      wrong: ["Email", "nobody"],
    },
    "sign-in": {
      at: "/sign-in",
      as: "nobody",
      fill: (form) => form.getByLabel("Password", { exact: true }).fill("not the password"),
      wrong: ["Email", "nobody"],
    },
    "sign-in-provider": {
      at: `/settings/sign-in/${things.providerId}`,
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Staff")
        await form.getByLabel("Client id").fill("countersign")
      },
      wrong: ["Issuer", "not an address"],
    },
    "sign-in-provider-new": {
      at: "/settings/sign-in/new",
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Staff")
        await form.getByLabel("Client id").fill("countersign")
      },
      wrong: ["Issuer", "not an address"],
    },
    skill: {
      at: "/settings/ai/skills?add=skill",
      wrong: null,
    },
    system: { at: `/catalog/systems/${things.systemId}?edit=yes`, wrong: ["Name", "Web shop"] },
    "system-grant": { at: `/catalog/systems/${things.systemId}?tab=access`, wrong: null },
    "system-new": {
      at: "/catalog/systems/new",
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Ledger")
        await form.getByRole("button", { name: "Add contact" }).click()
        await form.getByRole("button", { name: "Add link" }).click()
        await form.getByRole("button", { name: "Add link" }).click()
        await form.getByLabel("Label of link 2").fill("Runbook")
        await form.getByLabel("Address of link 2").fill("not an address")
      },
      // The blank rows before it are gone by then.
      wrong: ["Address of link 1", ""],
    },
    team: { at: `/settings/teams/${things.teamId}?tab=settings`, wrong: ["Name", LONG] },
    "team-new": { at: "/settings/teams?new=team", wrong: ["Name", LONG] },
  }
}
