import {
  defineEvent,
  Instant,
  line,
  Named,
  pageInput,
  pageOf,
  procedure,
  Version,
  WebAddress,
} from "@countersign/core/contract"
import { z } from "zod"
import { systemAccess } from "./access.ts"
import { Description, EnvironmentId, GroupId, KeyValues, Name, SystemId, Tag, Tags, TeamId } from "./fields.ts"
import { Status, StatusOrNone, StatusReport } from "./status.ts"

export const CONTACT_KINDS = ["person", "mailbox"] as const

/** Who to call: a person (the id of somebody with an account here, or a name or number) or a mailbox (an address). */
export const ContactInput = z
  .strictObject({
    kind: z.enum(CONTACT_KINDS),
    label: line("A contact's label", 80),
    value: line("A contact", 200),
  })
  .refine(({ kind, value }) => kind !== "mailbox" || z.email().safeParse(value).success, {
    path: ["value"],
    message: "A mailbox is an e-mail address.",
  })

export const Contact = z.object({
  kind: z.enum(CONTACT_KINDS),
  label: z.string(),
  value: z.string(),
  /** What to show: the person's name where `value` is an id, else `value`. */
  display: z.string(),
})
export type Contact = z.infer<typeof Contact>

export const LinkInput = z.strictObject({
  label: line("A link's label", 80),
  url: WebAddress,
})

export const SystemLink = z.object({ label: z.string(), url: z.string() })
export type SystemLink = z.infer<typeof SystemLink>

/** A system as lists show it. */
export const SystemSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  ownerTeam: Named.nullable(),
  tags: z.array(z.string()),
  groups: z.array(Named),
  environments: z.array(Named),
  status: StatusOrNone,
  statusSince: Instant.nullable(),
  version: Version,
  createdAt: Instant,
  updatedAt: Instant,
})
export type SystemSummary = z.infer<typeof SystemSummary>

export const System = SystemSummary.extend({
  contacts: z.array(Contact),
  links: z.array(SystemLink),
  metadata: z.record(z.string(), z.string()),
})
export type System = z.infer<typeof System>

/** A system as its own page shows it. */
export const SystemDetail = System.extend({
  /** What makes its status, worst first. */
  reports: z.array(StatusReport),
  /** Whether the caller may change it, by rule or by an editor grant. */
  mayManage: z.boolean(),
  /** Whether the caller may delete it, by rule or by an owner grant. */
  mayDelete: z.boolean(),
})
export type SystemDetail = z.infer<typeof SystemDetail>

const systemFields = {
  name: Name,
  description: Description,
  ownerTeamId: TeamId.nullable(),
  contacts: z.array(ContactInput).max(20, "A system has at most 20 contacts."),
  links: z.array(LinkInput).max(30, "A system has at most 30 links."),
  tags: Tags,
  groupIds: z.array(GroupId).max(50, "A system is in at most 50 groups."),
  environmentIds: z.array(EnvironmentId).max(50, "A system has at most 50 environments."),
  metadata: KeyValues,
}

/** One kind of thing that goes when something is deleted, by name. */
export const Consequence = z.object({
  what: z.enum([
    "groups",
    "environments",
    "systems",
    "reports",
    "history",
    "changes",
    "grants",
    "privacy",
    "elsewhere",
  ]),
  count: z.int(),
  names: z.array(z.string()),
  /** For people, e.g. `It leaves the groups Payments and Public site.` */
  sentence: z.string(),
})
export type Consequence = z.infer<typeof Consequence>

export const Deletion = z.object({
  id: z.uuid(),
  name: z.string(),
  consequences: z.array(Consequence),
})
export type Deletion = z.infer<typeof Deletion>

const aboutSystem = {
  payload: z.object({ systemId: z.uuid(), name: z.string().max(200) }),
  about: { type: "catalog.system", path: "systemId" },
  access: systemAccess.read,
} as const

export const systemCreated = defineEvent("catalog.systemCreated", { summary: "A system was added.", ...aboutSystem })
export const systemUpdated = defineEvent("catalog.systemUpdated", {
  summary: "Details of a system, its groups or environments changed.",
  ...aboutSystem,
})
export const systemEnvironmentsChanged = defineEvent("catalog.systemEnvironmentsChanged", {
  summary: "A system runs in other environments than before.",
  ...aboutSystem,
})
/** Plugins that refer to systems drop their references. */
export const systemDeleted = defineEvent("catalog.systemDeleted", {
  summary: "A system was deleted and is gone.",
  ...aboutSystem,
  payload: aboutSystem.payload.extend({
    /** Whether only its teams saw it, so that what it leaves behind is shown to nobody else. */
    wasPrivate: z.boolean(),
  }),
})
/** What a verb that hears of it takes. Deletions that were told before it was known count as private. */
export const DeletedSystem = z.object({
  systemId: SystemId,
  name: z.string().max(200),
  wasPrivate: z.boolean().default(true),
})

const byId = (level: "viewer" | "editor" | "owner") => ({ by: "input", path: "systemId", level }) as const
const bySeveral = { by: "input", path: "systemIds", level: "editor" } as const

/** What narrows a list of systems. All given filters must hold. */
export const systemFilters = {
  /** Words that the name, description or tags contain. */
  text: z.string().trim().max(200).optional(),
  /** All of them. */
  tags: z.array(Tag).max(30).optional(),
  groupId: GroupId.optional(),
  /** Only systems that are in no group. */
  ungrouped: z.boolean().optional(),
  environmentId: EnvironmentId.optional(),
  /** Any of them; `notReported` stands for systems whose status nobody reported. */
  status: z
    .array(z.enum([...Status.options, "notReported"]))
    .max(6)
    .optional(),
  ownerTeamId: TeamId.optional(),
  /** Only these, as far as the caller may see them. For names of systems that were referred to by id. */
  systemIds: z.array(SystemId).max(200).optional(),
}

export const systemProcedures = {
  listSystems: procedure({
    summary: "List systems, filtered, sorted and paged.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "list" },
    input: z.object({ ...systemFilters, ...pageInput(["name", "updatedAt", "createdAt", "status", "match"]) }),
    output: pageOf(SystemSummary),
  }),
  getSystem: procedure({
    summary: "Read one system with its contacts, links, metadata and what was reported of its status.",
    effect: "read",
    access: systemAccess.read,
    scope: byId("viewer"),
    input: z.object({ systemId: SystemId }),
    output: SystemDetail,
  }),
  listTags: procedure({
    summary: "List the tags in use, with the number of systems that carry each.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "list" },
    input: z.object({ text: z.string().trim().max(40).optional(), limit: z.int().min(1).max(500).default(200) }),
    output: z.object({ tags: z.array(z.object({ tag: z.string(), systemCount: z.int() })) }),
  }),
  createSystem: procedure({
    summary: "Add a system to the catalog.",
    effect: "mutate",
    access: systemAccess.manage,
    scope: { by: "rule" },
    input: z.object({
      name: systemFields.name,
      description: systemFields.description.default(""),
      ownerTeamId: systemFields.ownerTeamId.default(null),
      contacts: systemFields.contacts.default([]),
      links: systemFields.links.default([]),
      tags: systemFields.tags.default([]),
      groupIds: systemFields.groupIds.default([]),
      environmentIds: systemFields.environmentIds.default([]),
      metadata: systemFields.metadata.default({}),
    }),
    output: System,
  }),
  updateSystem: procedure({
    summary: "Change a system. Fields that are left out stay as they are; lists that are given replace the old ones.",
    effect: "mutate",
    access: systemAccess.manage,
    scope: byId("editor"),
    input: z.object({ systemId: SystemId, version: Version, ...z.object(systemFields).partial().shape }),
    output: System,
  }),
  previewDeleteSystem: procedure({
    summary: "Name everything that would go with a system if it were deleted.",
    effect: "read",
    access: systemAccess.manage,
    scope: byId("owner"),
    input: z.object({ systemId: SystemId }),
    output: Deletion,
  }),
  deleteSystem: procedure({
    summary: "Delete a system with everything that hangs on it. Answers what went with it.",
    effect: "destructive",
    access: systemAccess.manage,
    scope: byId("owner"),
    input: z.object({
      systemId: SystemId,
      /** When given, the deletion is refused if the system was changed since. */
      version: Version.optional(),
    }),
    output: Deletion,
  }),
  addSystemToGroup: procedure({
    summary: "Put one or more systems into a group. Those already in it stay.",
    effect: "mutate",
    access: systemAccess.manage,
    scope: bySeveral,
    input: z.object({ groupId: GroupId, systemIds: z.array(SystemId).min(1).max(200) }),
    output: z.object({ added: z.array(Named), alreadyIn: z.array(Named) }),
  }),
  removeSystemFromGroup: procedure({
    summary: "Take one or more systems out of a group.",
    effect: "mutate",
    access: systemAccess.manage,
    scope: bySeveral,
    input: z.object({ groupId: GroupId, systemIds: z.array(SystemId).min(1).max(200) }),
    output: z.object({ removed: z.array(Named), notIn: z.array(Named) }),
  }),
  setSystemEnvironments: procedure({
    summary: "Say in which environments a system runs; the list replaces the old one.",
    effect: "mutate",
    access: systemAccess.manage,
    scope: byId("editor"),
    input: z.object({ systemId: SystemId, version: Version, environmentIds: systemFields.environmentIds }),
    output: System,
  }),
  erasePerson: procedure({
    summary: "Remove the contacts of systems that point at a person who left.",
    effect: "destructive",
    access: "internal",
    // The name is the pseudonym they bear from now on; a contact under it would lead nobody anywhere.
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().max(200).optional() }),
    output: z.object({ systemCount: z.int() }),
  }),
}
