import { randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StartError } from "@countersign/core/host"
import type { Environment } from "./environment.ts"

/** The key that seals secrets and signs sessions: from the environment, or made once and kept in DATA_DIR. */
export function findSecret(environment: Pick<Environment, "COUNTERSIGN_SECRET" | "DATA_DIR">): string {
  if (environment.COUNTERSIGN_SECRET) return environment.COUNTERSIGN_SECRET
  const file = join(environment.DATA_DIR, "secret.key")
  try {
    return readFileSync(file, "utf8").trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new StartError(
        `The key file ${file} cannot be read: ${(error as Error).message}. Give the server's user access to it.`,
      )
  }
  const secret = randomBytes(48).toString("base64url")
  mkdirSync(environment.DATA_DIR, { recursive: true })
  // "wx": of two processes that start together, one makes the key and the other fails instead of overwriting it.
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx" })
  chmodSync(file, 0o600)
  return secret
}
