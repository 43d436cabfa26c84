export default {
  name: "0085-connection-patience",
  sql: /* sql */ `
    -- How many seconds a provider may be silent, before its first word and between two of them.
    ALTER TABLE platform.connection ADD COLUMN patience jsonb NOT NULL
      DEFAULT '{"firstTokenSeconds": 60, "betweenTokensSeconds": 90}';
  `,
}
