export default {
  name: "0003-left-behind",
  sql: /* sql */ `
    -- Of windows whose last system was deleted: whether that system was private. Of those that lost it before this was kept, nobody
    -- knows, so they count as private.
    ALTER TABLE maintenance."window" ADD COLUMN left_private boolean NOT NULL DEFAULT false;
    UPDATE maintenance."window" SET left_private = true
    WHERE NOT EXISTS (SELECT 1 FROM maintenance.window_system parent WHERE parent.window_id = "window".id);
  `,
}
