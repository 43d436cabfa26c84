import { type SealedColumn, sealedColumn } from "./sealed-place.ts"

export const STORED_SECRET = sealedColumn({ table: "platform.secret", column: "sealed", key: "name" })
export const SETTING_SECRET = sealedColumn({ table: "platform.setting_secret", column: "sealed", key: "id" })
export const CONNECTION_KEY = sealedColumn({ table: "platform.connection", column: "sealed_key", key: "id" })
export const OIDC_CLIENT_SECRET = sealedColumn({ table: "platform.oidc_provider", column: "client_secret", key: "id" })
export const TOTP_SECRET = sealedColumn({ table: "platform.two_factor", column: "secret", key: "person_id" })
export const BACKUP_CODES = sealedColumn({
  table: "platform.two_factor",
  column: "backup_codes",
  key: "person_id",
  document: true,
})
export const PROPOSAL_PAYLOAD = sealedColumn({
  table: "platform.tool_call",
  column: "payload",
  key: "id",
  document: true,
})
export const PROPOSAL_RESULT = sealedColumn({
  table: "platform.tool_call",
  column: "result",
  key: "id",
  document: true,
})
export const KEPT_ANSWER = sealedColumn({
  table: "platform.idempotency",
  column: "answer",
  key: "claim",
  document: true,
})
export const TAB_ANSWER = sealedColumn({
  table: "platform.bridge_request",
  column: "answer",
  key: "id",
  document: true,
})
/** One row, whose key is `true`. */
const MAIL_PASSWORD_COLUMN = sealedColumn({ table: "platform.mail_settings", column: "password", key: "singleton" })
export const MAIL_PASSWORD = MAIL_PASSWORD_COLUMN.at("true")

/** The platform's own; plugins list theirs in `definePlugin({ sealed })`. */
export const PLATFORM_SEALED_COLUMNS: readonly SealedColumn[] = [
  STORED_SECRET,
  SETTING_SECRET,
  CONNECTION_KEY,
  OIDC_CLIENT_SECRET,
  TOTP_SECRET,
  BACKUP_CODES,
  PROPOSAL_PAYLOAD,
  PROPOSAL_RESULT,
  KEPT_ANSWER,
  TAB_ANSWER,
  MAIL_PASSWORD_COLUMN,
]
