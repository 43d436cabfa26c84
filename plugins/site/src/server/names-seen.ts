import { ForbiddenError, UnauthenticatedError } from "@countersign/core/server"

/** What things are called, by their ids. Whoever may not see them learns no names. */
export async function namesSeen(read: () => Promise<Record<string, string>>): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(await read()))
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return new Map()
    throw error
  }
}
