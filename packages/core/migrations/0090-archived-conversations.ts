export default {
  name: "0090-archived-conversations",
  sql: /* sql */ `
    ALTER TABLE platform.ai_settings
      -- Null: they are kept.
      ADD COLUMN delete_archived_after_days integer CHECK (delete_archived_after_days BETWEEN 1 AND 3650),
      ADD COLUMN owners_may_delete boolean NOT NULL DEFAULT false;
    CREATE INDEX conversation_archived ON platform.conversation (archived_at) WHERE archived_at IS NOT NULL;`,
}
