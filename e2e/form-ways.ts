import {
  CHOSEN,
  entering,
  type FormWay,
  fromMenu,
  type PluginTesting,
  pressing,
  type SeededThings,
  TOO_LONG,
} from "@countersign/testing"

/** Every form of the product, by its name: those of the shell's own pages, and what plugins say of theirs. */
export function formWays(faces: readonly PluginTesting[], things: SeededThings): Readonly<Record<string, FormWay>> {
  return Object.assign(ownForms(things), ...faces.map(({ forms }) => forms?.(things) ?? {}))
}

function ownForms(things: SeededThings): Record<string, FormWay> {
  const { password = "" } = things
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
    "account-profile": { at: "/account", wrong: ["Name", TOO_LONG] },
    application: {
      at: `/settings/applications/${things.applicationId}?tab=settings`,
      wrong: ["Name", TOO_LONG],
    },
    "application-access": {
      at: `/settings/applications/${things.applicationId}?tab=access`,
      empty: "held",
      wrong: CHOSEN,
    },
    "application-new": { at: "/settings/applications?new=application", wrong: ["Name", TOO_LONG] },
    "authenticator-code": {
      at: "/account",
      open: async (page) => {
        await pressing("Set up an authenticator app")(page)
        await page.getByRole("dialog").getByLabel("Your password").fill(password)
        await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click()
        await page.getByRole("img", { name: /QR code/ }).waitFor()
      },
      wrong: ["Code", "no code"],
    },
    confirm: {
      at: `/settings/applications/${things.applicationId}?tab=settings`,
      open: pressing("Delete application"),
      empty: "held",
      wrong: { never: "It takes the name to the letter, and is held until it is there." },
    },
    "confirm-email": { at: "/confirm-email#token=none", as: "nobody", wrong: { never: "It has nothing to fill in." } },
    "forgot-password": { at: "/forgot-password", as: "nobody", wrong: ["Email", "nobody"] },
    installation: { at: "/settings/installation", wrong: ["Name", TOO_LONG] },
    invitation: {
      at: things.invitationPath!,
      as: "nobody",
      fill: (form) => form.getByLabel("Your name").fill("Chandra"),
      wrong: ["Password", "short"],
    },
    invite: { at: "/settings/people?invite=open", wrong: ["Email", "nobody"] },
    "mail-server": {
      at: "/settings/mail",
      fill: async (form) => {
        await form.getByLabel("Host").fill("127.0.0.1")
        await form.getByLabel("Sender's address").fill("ops@example.test")
      },
      wrong: ["Port", "lots"],
    },
    "mail-test": { at: "/settings/mail", wrong: ["To", "nobody"] },
    "passkey-new": { at: "/account", open: pressing("Add a passkey"), wrong: ["Your password", "not the password"] },
    "password-again": {
      at: "/account",
      open: pressing("Set up an authenticator app"),
      wrong: ["Your password", "not the password"],
    },
    person: { at: `/settings/people/${things.personId}`, wrong: ["Name", TOO_LONG] },
    "reset-password": { at: "/reset-password#token=none", as: "nobody", wrong: ["New password", "short"] },
    retention: { at: "/settings/installation", empty: "held", wrong: CHOSEN },
    role: { at: `/settings/roles/${things.roleId}`, wrong: ["Name", TOO_LONG] },
    "role-new": { at: "/settings/roles?new=role", wrong: ["Name", TOO_LONG] },
    "second-factor": {
      at: "/sign-in",
      as: "nobody",
      open: async (page) => {
        await page.route(/platform\/signIn$/, (route) => route.fulfill({ json: { status: "secondFactor" } }))
        await page.getByLabel("Email").fill("ana@example.test")
        await page.getByLabel("Password", { exact: true }).fill("not the password")
        await pressing("Sign in")(page)
      },
      wrong: { never: "Whether a code is right the server knows, which is kept out of this." },
    },
    secret: {
      at: "/settings/secrets",
      open: pressing("Store a secret"),
      fill: (form) => form.getByLabel("Value", { exact: true }).fill("not a real token"),
      wrong: ["Name", "Not A Name"],
    },
    "secret-hosts": {
      at: "/settings/secrets",
      open: fromMenu("Change where it may go"),
      fill: entering("Hosts it may go to"),
      empty: "sent",
      wrong: ["Hosts it may go to", ""],
    },
    "secret-replace": {
      at: "/settings/secrets",
      open: fromMenu("Replace"),
      fill: (form) => form.getByLabel("Value", { exact: true }).fill("not a real token"),
      wrong: ["Value", TOO_LONG],
    },
    "set-up": {
      at: things.setUpPath!,
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
    team: { at: `/settings/teams/${things.teamId}?tab=settings`, wrong: ["Name", TOO_LONG] },
    "team-new": { at: "/settings/teams?new=team", wrong: ["Name", TOO_LONG] },
  }
}
