export default {
  name: "0002-turns",
  sql: /* sql */ `
    -- What a model did in one turn is undone as one. Null where a person did it.
    ALTER TABLE site.command ADD COLUMN turn text;
    CREATE INDEX command_by_turn ON site.command (site_id, turn, sequence) WHERE turn IS NOT NULL;
  `,
}
