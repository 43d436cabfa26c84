import { ConflictError, InvalidInputError, NotFoundError, type PlatformError, ToolValidationError } from "../errors.ts"

/**
 * Runs a check that a verb shares with its preview. What the verb refuses as unfitting is, from a model, a draft to
 * mend; `path` is the argument to blame where the verb names none. Missing rights stay what they are.
 */
export async function asFeedback<T>(path: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof ToolValidationError || !isAboutTheDraft(error)) throw error
    throw new ToolValidationError([{ path: error.issues?.[0]?.path ?? path, message: error.message }], error)
  }
}

function isAboutTheDraft(error: unknown): error is PlatformError {
  return error instanceof InvalidInputError || error instanceof ConflictError || error instanceof NotFoundError
}
