import type { Place, SeededThings } from "@countersign/testing"
import type { Page } from "playwright-core"
import { testingFaces } from "./product.ts"

export function placesBeforeSignIn(things: SeededThings): readonly Place[] {
  return [
    { name: "sign-in", path: "/sign-in" },
    { name: "set-up-over", path: "/set-up" },
    { name: "forgot-password", path: "/forgot-password" },
    { name: "reset-password", path: "/reset-password#token=none" },
    { name: "confirm-email", path: "/confirm-email#token=none" },
    { name: "invitation", path: things.invitationPath! },
    { name: "invitation-broken", path: "/invitation#token=none" },
  ]
}

export function placesAfterSignIn(things: SeededThings): readonly Place[] {
  return [
    { name: "start", path: "/" },
    { name: "palette", path: "/", prepare: (page) => press(page, "Control+k") },
    { name: "palette-found", path: "/", prepare: (page) => press(page, "Control+k").then(() => typeIn(page, "pay")) },
    { name: "keyboard", path: "/", prepare: (page) => press(page, "?") },
    { name: "account-menu", path: "/", prepare: (page) => page.getByRole("button", { name: /^Account of/ }).click() },
    ...testingFaces.flatMap(({ pages }) => pages?.(things) ?? []),
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
    { name: "sign-in-provider", path: `/settings/sign-in/${things.providerId}` },
    { name: "secrets", path: "/settings/secrets" },
    { name: "audit", path: "/settings/audit" },
    { name: "audit-entry", path: `/settings/audit?entry=${things.auditId}` },
    { name: "installation", path: "/settings/installation" },
    { name: "not-found", path: "/no/such/page" },
  ]
}

/** Paths, as the router has them, that none of the places leads to. */
export function pagesWithoutPlace(paths: readonly string[], places: readonly Place[]): readonly string[] {
  const addresses = places.map(({ path }) => path.split(/[?#]/)[0]!)
  return paths.filter((path) => {
    const pattern = path
      .replaceAll(/\/\{-\$\w+\}/g, "(/[^/]+)?")
      .replaceAll(/\$\w+/g, "[^/]+")
      .replace(/\$$/, ".+")
    // `/things/new` is a page of its own, not a thing.
    const literal = new Set(paths.filter((other) => !other.includes("$")))
    return !addresses.some(
      (address) => new RegExp(`^${pattern}$`).test(address) && (address === path || !literal.has(address)),
    )
  })
}

async function press(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole("dialog").waitFor()
}

async function typeIn(page: Page, text: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox").fill(text)
  await page.getByRole("option").first().waitFor()
}
