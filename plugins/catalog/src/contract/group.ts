import { defineEvent, Instant, Named, pageInput, pageOf, procedure, Version } from "@countersign/core/contract"
import { z } from "zod"
import { groupAccess, systemAccess } from "./access.ts"
import { Description, EnvironmentId, GroupId, Name, Tag } from "./fields.ts"
import { Status, StatusOrNone } from "./status.ts"
import { Deletion } from "./system.ts"

/** How many of the systems the caller may see have which status. */
export const StatusCounts = z.object({
  healthy: z.int(),
  unknown: z.int(),
  maintenance: z.int(),
  degraded: z.int(),
  unhealthy: z.int(),
  notReported: z.int(),
})
export type StatusCounts = z.infer<typeof StatusCounts>

export const Group = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  version: Version,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Group = z.infer<typeof Group>

/** Counts and status speak of the systems the caller may see; the status is the worst of theirs. */
export const GroupOverview = Group.extend({ systemCount: z.int(), status: StatusOrNone, counts: StatusCounts })
export type GroupOverview = z.infer<typeof GroupOverview>

const BrowsedSystem = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  status: StatusOrNone,
  statusSince: Instant.nullable(),
  tags: z.array(z.string()),
  environments: z.array(Named),
})
export type BrowsedSystem = z.infer<typeof BrowsedSystem>

const BrowsedSystems = z.object({
  systemCount: z.int(),
  status: StatusOrNone,
  counts: StatusCounts,
  /** Worst first, then by name; at most `perGroup` of them. */
  systems: z.array(BrowsedSystem),
})

export const Browse = z.object({
  /** Worst first, then by name. */
  groups: z.array(BrowsedSystems.extend({ id: z.uuid(), name: z.string(), description: z.string() })),
  ungrouped: BrowsedSystems,
  /** Over all systems that match, each counted once. */
  systemCount: z.int(),
  counts: StatusCounts,
})
export type Browse = z.infer<typeof Browse>

/** Plugins that refer to groups drop their references. */
export const groupDeleted = defineEvent("catalog.groupDeleted", {
  summary: "A group was deleted and is gone.",
  payload: z.object({ groupId: z.uuid(), name: z.string().max(200) }),
  about: { type: "catalog.group", path: "groupId" },
  access: groupAccess.read,
})

export const groupProcedures = {
  browse: procedure({
    summary: "Show the catalog by groups, with each group's status rolled up from the systems the caller may see.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "list" },
    input: z.object({
      text: z.string().trim().max(200).optional(),
      tags: z.array(Tag).max(30).optional(),
      environmentId: EnvironmentId.optional(),
      status: z
        .array(z.enum([...Status.options, "notReported"]))
        .max(5)
        .optional(),
      perGroup: z.int().min(1).max(200).default(50),
    }),
    output: Browse,
  }),
  listGroups: procedure({
    summary: "List groups with the number of their systems and the worst of their statuses.",
    effect: "read",
    access: groupAccess.read,
    input: z.object({
      text: z.string().trim().max(200).optional(),
      ...pageInput(["name", "updatedAt", "createdAt", "match"]),
    }),
    output: pageOf(GroupOverview),
  }),
  getGroup: procedure({
    summary: "Read one group. Its systems are listed by listSystems with its id.",
    effect: "read",
    access: groupAccess.read,
    input: z.object({ groupId: GroupId }),
    output: GroupOverview,
  }),
  createGroup: procedure({
    summary: "Add a group of systems.",
    effect: "mutate",
    access: groupAccess.manage,
    input: z.object({ name: Name, description: Description.default("") }),
    output: Group,
  }),
  updateGroup: procedure({
    summary: "Change a group's name or description.",
    effect: "mutate",
    access: groupAccess.manage,
    input: z.object({
      groupId: GroupId,
      version: Version,
      name: Name.optional(),
      description: Description.optional(),
    }),
    output: Group,
  }),
  previewDeleteGroup: procedure({
    summary: "Name the systems that would leave a group if it were deleted.",
    effect: "read",
    access: groupAccess.manage,
    input: z.object({ groupId: GroupId }),
    output: Deletion,
  }),
  deleteGroup: procedure({
    summary: "Delete a group. Its systems stay in the catalog.",
    effect: "destructive",
    access: groupAccess.manage,
    input: z.object({ groupId: GroupId, version: Version.optional() }),
    output: Deletion,
  }),
}
