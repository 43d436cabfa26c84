import { statusAccess } from "@countersign/catalog/contract"
import { type AccessRule, defineAccess, type Scope } from "@countersign/core/contract"

export const incidentAccess = defineAccess("incident.incident", {
  read: "See incidents and their updates",
  manage: {
    sentence: "Open, update, resolve and delete incidents",
    // Whoever changes an incident sees it, and its health override reaches the catalog as a reported status.
    implies: ["read", statusAccess.report],
  },
})

/** Rights on an incident follow from its systems: teams hold grants on those, never on the incident itself. */
export const SYSTEM_RESOURCE = "catalog.system"

export const readScope: Scope = { by: "parent", resource: SYSTEM_RESOURCE, level: "viewer" }
export const changeScope: Scope = { by: "parent", resource: SYSTEM_RESOURCE, level: "editor" }

/** For pages and menus, which ask what opens something at all: the rule, or a grant on some system. */
export const incidentPageAccess = {
  read: orBySystem(incidentAccess.read),
  manage: orBySystem(incidentAccess.manage),
}

function orBySystem(rule: AccessRule): AccessRule {
  return { ...rule, resource: SYSTEM_RESOURCE, teamScoped: true }
}
