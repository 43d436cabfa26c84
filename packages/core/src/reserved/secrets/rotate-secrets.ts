import { sealAudit } from "../../audit/seal-audit.ts"
import type { Database } from "../../db/database.ts"
import { PlatformError } from "../../errors.ts"
import { bindOldSeals, rotateKey } from "../../secrets/rotate-key.ts"
import { PLATFORM_SEALED_COLUMNS } from "../../secrets/sealed-columns.ts"
import type { SealedColumn } from "../../secrets/sealed-place.ts"
import type { Secrets } from "../../secrets/secrets.ts"

interface Sealing {
  readonly sealed?: readonly SealedColumn[]
}

/** Every column of this installation that holds sealed values. */
export function sealedColumnsOf(plugins: readonly Sealing[]): readonly SealedColumn[] {
  return [...PLATFORM_SEALED_COLUMNS, ...plugins.flatMap((plugin) => plugin.sealed ?? [])]
}

/** At start, once: see `bindOldSeals`. Returns what could not be opened and therefore stays refused. */
export async function bindSecrets(
  database: Database,
  secrets: Secrets,
  plugins: readonly Sealing[],
): Promise<readonly string[]> {
  return (await bindOldSeals(database, secrets.keyring, sealedColumnsOf(plugins))).unreadable
}

/**
 * After COUNTERSIGN_SECRET was changed and the former one moved to COUNTERSIGN_PREVIOUS_SECRETS: seals every stored value
 * under the new key and has the new key vouch for the audit log so far. Returns how many values were sealed anew.
 */
export async function rotateSecrets(
  database: Database,
  secrets: Secrets,
  plugins: readonly Sealing[] = [],
): Promise<number> {
  const { resealed, unreadable } = await rotateKey(database, secrets.keyring, sealedColumnsOf(plugins))
  await sealAudit(database, secrets, { evenIfEmpty: true })
  if (unreadable.length > 0)
    throw new PlatformError(
      "internal",
      `${unreadable.length === 1 ? "1 stored value" : `${unreadable.length} stored values`} could not be opened and stayed as before: ${unreadable.slice(0, 10).join(", ")}. ` +
        "Add the COUNTERSIGN_SECRET of that time to COUNTERSIGN_PREVIOUS_SECRETS and run it again, or set what is named here anew.",
    )
  return resealed
}
