export default {
  name: "0002-when-deleted",
  sql: /* sql */ `
    -- Of windows that are gone: when they went. For those that went before it was kept, the latest moment it can have been.
    ALTER TABLE maintenance.occurrence ADD COLUMN deleted_at timestamptz;
    UPDATE maintenance.occurrence SET deleted_at = platform.now() WHERE sequence IS NOT NULL;
  `,
}
