export default {
  name: "0002-order-of-entries",
  sql: /* sql */ `
    -- Entries of one millisecond stand in the order in which the database took them.
    ALTER TABLE incident.incident_update ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
    ALTER TABLE incident.incident_link ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
    ALTER TABLE incident.incident_revision ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
    DROP INDEX incident.incident_update_by_time;
    DROP INDEX incident.incident_link_by_incident;
    DROP INDEX incident.incident_revision_by_time;
    CREATE INDEX incident_update_by_time ON incident.incident_update (incident_id, at, number);
    CREATE INDEX incident_link_by_incident ON incident.incident_link (incident_id, at, number);
    CREATE INDEX incident_revision_by_time ON incident.incident_revision (incident_id, at, number);
  `,
}
