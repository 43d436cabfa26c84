import { defineAccess } from "../access.ts"

/**
 * The rules of the platform's own resources, apart from the verbs that demand them: menus and pages ask who may open
 * them before any contract is loaded.
 */
export const applicationAccess = defineAccess("platform.application", {
  read: { sentence: "See applications and when their keys were used", roles: [] },
  manage: {
    sentence: "Create applications and their API keys, within the permissions one holds oneself",
    implies: ["read", "platform.role.read"],
    roles: [],
  },
})

export const auditAccess = defineAccess("platform.audit", {
  read: { sentence: "Read and export the audit log: who did what, with before and after", roles: [] },
})

export const mailAccess = defineAccess("platform.mail", {
  manage: {
    sentence:
      "Set up the mail server. As much as being administrator: whoever sets it can read everybody's reset links",
    roles: [],
  },
})

export const oauthAccess = defineAccess("platform.oauth", {
  read: { sentence: "See which apps people have connected, and when they were used", roles: [] },
  manage: {
    sentence: "Add and remove apps that people can connect, and end anybody's connections",
    implies: ["read"],
    roles: [],
  },
})

export const oidcAccess = defineAccess("platform.oidc", {
  manage: {
    sentence: "See the OpenID Connect providers people sign in with; to change them takes every permission",
    roles: [],
  },
})

export const personAccess = defineAccess("platform.person", {
  read: { sentence: "See people: their names, addresses, roles and teams", roles: ["viewer", "operator"] },
  manage: {
    sentence: "Invite people, give them roles, disable and erase them",
    implies: ["read", "platform.role.read", "platform.team.read"],
    roles: [],
  },
})

export const roleAccess = defineAccess("platform.role", {
  read: { sentence: "See roles and the permissions they hold", roles: [] },
  manage: {
    sentence: "Create, change and delete roles, within the permissions one holds oneself",
    implies: ["read"],
    roles: [],
  },
})

export const sampleAccess = defineAccess("platform.sample", {
  manage: { sentence: "Add sample data for a first look, and remove it again", roles: [] },
})

export const secretAccess = defineAccess("platform.secret", {
  read: { sentence: "See the names of stored secrets and where they may go, never their values", roles: [] },
  use: { sentence: "Name secrets in checks and automations", implies: ["read"], roles: [] },
  manage: {
    sentence: "Store, replace and delete secrets, and say where they may go",
    implies: ["use"],
    roles: [],
  },
})

export const settingAccess = defineAccess("platform.setting", {
  read: "See this installation's name, address and time zone",
  manage: { sentence: "Change this installation's name and time zone", implies: ["read"], roles: [] },
})

export const teamAccess = defineAccess("platform.team", {
  read: { sentence: "See teams and who is in them", roles: ["viewer", "operator"] },
  manage: {
    sentence: "Create teams, choose their members and share any thing with them, private ones included",
    implies: ["read", "platform.person.read"],
    roles: [],
  },
})
