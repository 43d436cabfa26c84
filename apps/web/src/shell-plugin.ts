import type { mailContract, peopleContract } from "@countersign/core/contract"
import {
  applicationAccess,
  auditAccess,
  mailAccess,
  oidcAccess,
  personAccess,
  roleAccess,
  secretAccess,
  settingAccess,
  teamAccess,
} from "@countersign/core/contract"
import {
  call,
  defineWebPlugin,
  type FirstStep,
  type Icon,
  type NavigationItem,
  type SettingsItem,
  verbsOf,
  type WebPage,
} from "@countersign/core/web"
import { Bot, KeyRound, Lock, LogIn, Mail, ScrollText, SlidersHorizontal, Users, UsersRound } from "lucide-react"

const pages: readonly WebPage[] = [
  { path: "/", load: () => import("./home/HomePage.tsx") },
  { path: "/account", load: () => import("./account/AccountPage.tsx") },
  { path: "/settings", load: () => import("./settings/SettingsIndexPage.tsx") },
  { path: "/settings/people", load: () => import("./settings/people/PeoplePage.tsx"), access: [personAccess.read] },
  {
    path: "/settings/people/$personId",
    load: () => import("./settings/people/PersonPage.tsx"),
    access: [personAccess.read],
  },
  { path: "/settings/roles", load: () => import("./settings/roles/RolesPage.tsx"), access: [roleAccess.read] },
  { path: "/settings/roles/$roleId", load: () => import("./settings/roles/RolePage.tsx"), access: [roleAccess.read] },
  { path: "/settings/teams", load: () => import("./settings/teams/TeamsPage.tsx"), access: [teamAccess.read] },
  { path: "/settings/teams/$teamId", load: () => import("./settings/teams/TeamPage.tsx"), access: [teamAccess.read] },
  {
    path: "/settings/applications",
    load: () => import("./settings/applications/ApplicationsPage.tsx"),
    access: [applicationAccess.read],
  },
  {
    path: "/settings/applications/$applicationId",
    load: () => import("./settings/applications/ApplicationPage.tsx"),
    access: [applicationAccess.read],
  },
  { path: "/settings/mail", load: () => import("./settings/MailPage.tsx"), access: [mailAccess.manage] },
  {
    path: "/settings/sign-in",
    load: () => import("./settings/sign-in/SignInProvidersPage.tsx"),
    access: [oidcAccess.manage],
  },
  {
    path: "/settings/sign-in/new",
    load: () => import("./settings/sign-in/NewProviderPage.tsx"),
    access: [oidcAccess.manage],
  },
  {
    path: "/settings/sign-in/$providerId",
    load: () => import("./settings/sign-in/ProviderPage.tsx"),
    access: [oidcAccess.manage],
  },
  { path: "/settings/secrets", load: () => import("./settings/secrets/SecretsPage.tsx"), access: [secretAccess.read] },
  { path: "/settings/audit", load: () => import("./settings/audit/AuditPage.tsx"), access: [auditAccess.read] },
  {
    path: "/settings/installation",
    load: () => import("./settings/InstallationPage.tsx"),
    access: [settingAccess.read],
  },
]

const settingsItems: readonly SettingsItem[] = [
  settings("People", "/settings/people", Users, "Who can sign in, what they may do, and invitations.", 10, [
    personAccess.read,
  ]),
  settings("Roles", "/settings/roles", KeyRound, "Named sets of permissions that people and applications hold.", 20, [
    roleAccess.read,
  ]),
  settings("Teams", "/settings/teams", UsersRound, "Groups of people, and what is shared with them alone.", 30, [
    teamAccess.read,
  ]),
  settings("Applications", "/settings/applications", Bot, "Scripts and services with API keys of their own.", 40, [
    applicationAccess.read,
  ]),
  settings("Mail", "/settings/mail", Mail, "The server that invitations and reset links are sent through.", 50, [
    mailAccess.manage,
  ]),
  settings("Sign-in", "/settings/sign-in", LogIn, "Providers that people can sign in with, by OpenID Connect.", 55, [
    oidcAccess.manage,
  ]),
  {
    ...settings("Secrets", "/settings/secrets", Lock, "Values that plugins use and nobody can read back.", 60, [
      secretAccess.read,
    ]),
    // Nothing reads a secret until a plugin does.
    feature: "secrets",
  },
  settings("Audit log", "/settings/audit", ScrollText, "Who did what, when, and what it changed.", 70, [
    auditAccess.read,
  ]),
  settings("Installation", "/settings/installation", SlidersHorizontal, "Name, time zone, version and retention.", 80, [
    settingAccess.read,
  ]),
]

const people = verbsOf<typeof peopleContract>("platform")
const mail = verbsOf<typeof mailContract>("platform")

const firstSteps: readonly FirstStep[] = [
  {
    title: "Invite a colleague",
    why: "They get a link and choose their own password.",
    href: "/settings/people?invite=open",
    order: 30,
    access: [personAccess.manage],
    async done({ signal }) {
      const { items } = await call(people("listPeople"), { limit: 2 }, { signal })
      return items.length > 1 || (await call(people("listInvitations"), { limit: 1 }, { signal })).items.length > 0
    },
    resources: ["platform.person"],
  },
  {
    title: "Set up mail",
    why: "So that invitations and reset links reach people by themselves.",
    href: "/settings/mail",
    order: 40,
    access: [mailAccess.manage],
    done: async ({ signal }) => (await call(mail("getMailSettings"), {}, { signal })).configured,
    resources: ["platform.mail"],
  },
  {
    title: "Protect your account",
    why: "Add an authenticator app or a passkey as a second factor.",
    href: "/account",
    order: 50,
    done: ({ me }) => me.twoFactor || me.passkeys > 0,
    resources: [],
  },
]

/** The shell's own pages, as a plugin like the others. */
export const shellPlugin = defineWebPlugin<typeof peopleContract & typeof mailContract>({
  id: "platform",
  pages,
  settings: settingsItems,
  things: {
    "platform.person": (id) => `/settings/people/${id}`,
    "platform.team": (id) => `/settings/teams/${id}`,
    "platform.role": (id) => `/settings/roles/${id}`,
    "platform.application": (id) => `/settings/applications/${id}`,
  },
  firstSteps,
})

function settings(
  label: string,
  path: string,
  icon: Icon,
  sentence: string,
  order: number,
  access: NavigationItem["access"],
): SettingsItem {
  return { workspace: "settings", label, path, icon, sentence, order, access }
}
