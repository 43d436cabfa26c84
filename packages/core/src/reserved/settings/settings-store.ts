import type { Tx } from "../../db/database.ts"
import { readSetting, writeSetting } from "../../db/setting-store.ts"

export interface StoredSettings {
  name: string
  timeZone: string
  version: number
}

const KEY = "instance"

export async function readSettings(tx: Tx): Promise<StoredSettings> {
  const { value, version } = await readSetting<StoredSettings>(tx, KEY)
  return { name: "Countersign", timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...value, version }
}

export function writeSettings(
  tx: Tx,
  { name, timeZone }: Pick<StoredSettings, "name" | "timeZone">,
  basedOn: number,
): Promise<boolean> {
  return writeSetting(tx, KEY, { name, timeZone }, basedOn)
}
