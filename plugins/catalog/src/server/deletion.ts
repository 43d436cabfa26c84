import { listed, quoteName } from "@countersign/core/contract"
import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Consequence, Deletion, System } from "../contract.ts"
import { countChangesOf } from "./changes/change-store.ts"
import { readReports } from "./status/status-store.ts"
import { readSharing } from "./systems/sharing-store.ts"

/** Everything that goes with a system, by name: what the one who deletes it must have seen. */
export async function describeSystemDeletion(tx: Tx, system: System): Promise<Deletion> {
  const { id, name } = system
  const sharing = await readSharing(tx, id)
  const reports = await readReports(tx, id)
  const changes = await countChanges(tx, id)
  const marks = await countChangesOf(tx, id)
  const all: (Consequence | null)[] = [
    consequence(
      "groups",
      names(system.groups),
      (them) => `It leaves the ${plural(them, "group")} ${listed(them.map(quoteName))}.`,
    ),
    consequence(
      "environments",
      names(system.environments),
      (them) => `It leaves the ${plural(them, "environment")} ${listed(them.map(quoteName))}.`,
    ),
    consequence(
      "reports",
      reports.map(({ status, reason, source }) => `${status}: ${reason || source}`),
      (them) => `What was reported of its status is dropped: ${listed(them.map(quoteName))}.`,
    ),
    consequence(
      "grants",
      sharing.grants.map(({ team, level }) => `${team} (${level})`),
      (them) => {
        const held = sharing.grants.map(({ team, level }) => `${quoteName(team)} (${level})`)
        return `The rights of the ${plural(them, "team")} ${listed(held)} on it end.`
      },
    ),
    sharing.private ? { what: "privacy", count: 1, names: [], sentence: "It is private to its teams." } : null,
    changes > 0
      ? {
          what: "history",
          count: changes,
          names: [],
          sentence: `Its status timeline with ${changes} ${changes === 1 ? "change" : "changes"} is lost.`,
        }
      : null,
    marks > 0
      ? {
          what: "changes",
          count: marks,
          names: [],
          sentence: marks === 1 ? "One recorded change of it is lost." : `${marks} recorded changes of it are lost.`,
        }
      : null,
  ]
  return { id, name, consequences: all.filter((one) => one !== null) }
}

/** What goes with a group or an environment: only that systems belong to it. */
export function describeContainerDeletion(
  container: { id: string; name: string },
  noun: "group" | "environment",
  members: readonly { name: string }[],
): Deletion {
  const left = consequence(
    "systems",
    names(members),
    (them) =>
      `${listed(them.map(quoteName))} ${them.length === 1 ? "leaves" : "leave"} the ${noun} and ${stay(them)} in the catalog.`,
  )
  return { id: container.id, name: container.name, consequences: left ? [left] : [] }
}

function consequence(
  what: Consequence["what"],
  all: string[],
  sentence: (all: string[]) => string,
): Consequence | null {
  return all.length === 0 ? null : { what, count: all.length, names: all, sentence: sentence(all) }
}

async function countChanges(tx: Tx, systemId: string): Promise<number> {
  const result = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM catalog.status_change WHERE system_id = ${systemId}::uuid`,
  )
  return result.rows[0]?.count ?? 0
}

function names(things: readonly { name: string }[]): string[] {
  return things.map((thing) => thing.name)
}

function plural(all: readonly string[], noun: string): string {
  return all.length === 1 ? noun : `${noun}s`
}

function stay(all: readonly string[]): string {
  return all.length === 1 ? "stays" : "stay"
}
