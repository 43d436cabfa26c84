export default {
  name: "0003-left-behind",
  sql: /* sql */ `
    -- Of incidents whose last system was deleted: whether that system was private. Of those that lost it before this was kept,
    -- nobody knows, so they count as private.
    ALTER TABLE incident.incident ADD COLUMN left_private boolean NOT NULL DEFAULT false;
    UPDATE incident.incident SET left_private = true
    WHERE NOT EXISTS (SELECT 1 FROM incident.incident_system parent WHERE parent.incident_id = incident.id);
  `,
}
