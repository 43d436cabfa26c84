import type { Migration } from "../src/db/migrate.ts"
import access from "./0001-access.ts"
import audit from "./0002-audit.ts"
import identity from "./0010-identity.ts"
import mail from "./0011-mail.ts"
import administration from "./0020-administration.ts"
import secrets from "./0030-secrets.ts"
import auditLog from "./0031-audit-log.ts"
import auditCheckpoint from "./0032-audit-checkpoint.ts"
import oidc from "./0040-oidc.ts"
import emailChange from "./0041-email-change.ts"
import oauth from "./0050-oauth.ts"
import toolCall from "./0060-tool-call.ts"
import proposalSequel from "./0061-proposal-sequel.ts"
import connections from "./0070-connections.ts"
import chat from "./0071-chat.ts"
import manyAtOnce from "./0072-many-at-once.ts"
import auditWords from "./0080-audit-words.ts"
import signInLimits from "./0082-sign-in-limits.ts"
import boundSeals from "./0083-bound-seals.ts"
import unbelievableUsage from "./0084-unbelievable-usage.ts"
import connectionPatience from "./0085-connection-patience.ts"
import idempotency from "./0086-idempotency.ts"
import writeProbe from "./0087-write-probe.ts"
import accessFence from "./0088-access-fence.ts"
import callsOfATurn from "./0089-calls-of-a-turn.ts"
import archivedConversations from "./0090-archived-conversations.ts"
import anotherAnswer from "./0091-another-answer.ts"
import schedule from "./0093-schedule.ts"
import hands from "./0094-hands.ts"
import whoseWords from "./0095-whose-words.ts"
import pinnedSkills from "./0096-pinned-skills.ts"
import nameSkeletons from "./0097-name-skeletons.ts"
import appliedByItself from "./0098-applied-by-itself.ts"
import moreNameSkeletons from "./0099-more-name-skeletons.ts"
import whatWasOffered from "./0101-what-was-offered.ts"
import events from "./0111-events.ts"
import recordsAndClock from "./0112-records-and-clock.ts"
import pluginSettings from "./0113-plugin-settings.ts"
import bridge from "./0118-bridge.ts"
import whereSecretsGo from "./0119-where-secrets-go.ts"
import manyDeliveries from "./0120-many-deliveries.ts"

export const platformMigrations: readonly Migration[] = [
  access,
  audit,
  identity,
  mail,
  administration,
  secrets,
  auditLog,
  auditCheckpoint,
  oidc,
  emailChange,
  oauth,
  toolCall,
  proposalSequel,
  connections,
  chat,
  manyAtOnce,
  auditWords,
  signInLimits,
  boundSeals,
  unbelievableUsage,
  connectionPatience,
  idempotency,
  writeProbe,
  accessFence,
  callsOfATurn,
  archivedConversations,
  anotherAnswer,
  schedule,
  hands,
  whoseWords,
  pinnedSkills,
  nameSkeletons,
  appliedByItself,
  moreNameSkeletons,
  whatWasOffered,
  events,
  recordsAndClock,
  pluginSettings,
  bridge,
  whereSecretsGo,
  manyDeliveries,
]
