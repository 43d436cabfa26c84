import type { AccessRule, Scope } from "../access.ts"

/** Rights on a thing that follow from other things: an incident's from its systems. */
export interface InheritedAccess {
  /** `catalog.system`: teams hold grants on those, never on the thing itself. */
  readonly parent: string
  readonly rules: { readonly read: AccessRule; readonly manage: AccessRule }
  /** What a procedure that reads takes over: `procedure({ ...bySystem.reading, summary, input, output })`. */
  readonly reading: { readonly effect: "read"; readonly access: AccessRule; readonly scope: Scope }
  readonly changing: { readonly effect: "mutate"; readonly access: AccessRule; readonly scope: Scope }
  readonly destroying: { readonly effect: "destructive"; readonly access: AccessRule; readonly scope: Scope }
  /** For pages and menus, which ask what opens something at all: the rule, or a grant on some parent. */
  readonly pages: { readonly read: AccessRule; readonly manage: AccessRule }
}

/** Holders of `read`, and viewers of one parent, see a thing; holders of `manage`, and editors of all parents, change it. */
export function accessThrough(parent: string, rules: InheritedAccess["rules"]): InheritedAccess {
  const { read, manage } = rules
  const viewer: Scope = { by: "parent", resource: parent, level: "viewer" }
  const editor: Scope = { by: "parent", resource: parent, level: "editor" }
  const orByGrant = (rule: AccessRule): AccessRule => ({ ...rule, resource: parent, teamScoped: true })
  return {
    parent,
    rules: { read, manage },
    reading: { effect: "read", access: read, scope: viewer },
    changing: { effect: "mutate", access: manage, scope: editor },
    destroying: { effect: "destructive", access: manage, scope: editor },
    pages: { read: orByGrant(read), manage: orByGrant(manage) },
  }
}
