import { timingSafeEqual } from "node:crypto"
import type { Tx } from "../../../db/database.ts"
import { hashToken } from "../../../identity/one-time-token.ts"
import { type ClientRecord, findClientByName } from "./client-store.ts"

export const INVALID_CLIENT = {
  error: "invalid_client",
  description: "This client is not known here, is switched off, or did not prove itself with its secret.",
}

/** Null for a client that is unknown, switched off, or has a secret and did not bring it. */
export async function authenticateClient(
  tx: Tx,
  { clientId, clientSecret }: { clientId: string; clientSecret: string | null },
): Promise<ClientRecord | null> {
  const client = await findClientByName(tx, clientId)
  if (!client?.enabled) return null
  if (client.secretHash === null) return client
  const right = Buffer.from(client.secretHash)
  const given = Buffer.from(hashToken(clientSecret ?? ""))
  return timingSafeEqual(given, right) ? client : null
}
