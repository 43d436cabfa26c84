export default {
  name: "0006-create-change",
  sql: /* sql */ `
    CREATE TABLE catalog.change (
      id uuid PRIMARY KEY,
      what text NOT NULL,
      release text,
      link text,
      -- What changed stays known when the environment goes; where, then, is not.
      environment_id uuid CONSTRAINT change_environment REFERENCES catalog.environment ON DELETE SET NULL,
      -- Who recorded it, as in catalog.status_report.
      source text NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX change_by_at ON catalog.change (at, id);
    CREATE INDEX change_by_environment ON catalog.change (environment_id) WHERE environment_id IS NOT NULL;
    CREATE INDEX change_by_source ON catalog.change (source);
    CREATE TABLE catalog.change_system (
      change_id uuid NOT NULL CONSTRAINT change_system_change REFERENCES catalog.change ON DELETE CASCADE,
      system_id uuid NOT NULL CONSTRAINT change_system_system REFERENCES catalog.system ON DELETE CASCADE,
      PRIMARY KEY (change_id, system_id)
    );
    CREATE INDEX change_system_by_system ON catalog.change_system (system_id, change_id);

    -- With the last of its systems a change goes too: nobody could be shown it any more.
    CREATE FUNCTION catalog.drop_lonely_changes() RETURNS trigger LANGUAGE plpgsql AS $drop$
    BEGIN
      DELETE FROM catalog.change c USING (SELECT DISTINCT change_id FROM gone) g
        WHERE c.id = g.change_id AND NOT EXISTS (SELECT FROM catalog.change_system m WHERE m.change_id = c.id);
      RETURN NULL;
    END
    $drop$;
    CREATE TRIGGER lonely_changes AFTER DELETE ON catalog.change_system REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION catalog.drop_lonely_changes();
  `,
}
