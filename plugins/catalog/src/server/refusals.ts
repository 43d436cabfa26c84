import { quoteName } from "@countersign/core/contract"
import { ConflictError, databaseError, InvalidInputError, NotFoundError } from "@countersign/core/server"

/** Runs a statement; what the database refuses becomes the sentence of the rule it broke. */
export async function withConstraints<T>(name: string | undefined, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    throw explain(error, name) ?? error
  }
}

/** The same answer for what is gone and for what is not the caller's. */
export function systemNotFound(id: string): NotFoundError {
  return new NotFoundError(`The system ${id} does not exist, or is not yours to see.`)
}

export function groupNotFound(id: string): NotFoundError {
  return new NotFoundError(`The group ${id} does not exist. List groups with catalog.listGroups.`)
}

export function environmentNotFound(id: string): NotFoundError {
  return new NotFoundError(`The environment ${id} does not exist. List environments with catalog.listEnvironments.`)
}

export function teamNotFound(): InvalidInputError {
  return new InvalidInputError("The owner team does not exist. List teams with platform.listTeams.", [
    { path: "ownerTeamId", message: "There is no such team." },
  ])
}

export function nameTaken(noun: string, name: string): InvalidInputError {
  return new InvalidInputError(`The name ${quoteName(name)} is taken by another ${noun}. Choose a different one.`, [
    { path: "name", message: "This name is taken." },
  ])
}

const NOUNS: Record<string, string> = {
  system_by_name: "system",
  system_group_by_name: "group",
  environment_by_name: "environment",
}

function explain(error: unknown, name: string | undefined): Error | null {
  const { code, constraint = "" } = databaseError(error) ?? {}
  if (code === "23505" && NOUNS[constraint] && name !== undefined) return nameTaken(NOUNS[constraint], name)
  if (code !== "23503") return null
  if (constraint === "system_owner_team_id_fkey") return teamNotFound()
  // Only a race gets here: ids are checked before they are written.
  return new ConflictError("Something this refers to was deleted a moment ago. Read it again before changing it.")
}
