export default {
  name: "0119-where-secrets-go",
  sql: /* sql */ `
    -- Host patterns such as api.example.com and *.example.com. None: nowhere.
    ALTER TABLE platform.secret ADD COLUMN hosts text[] NOT NULL DEFAULT '{}';
    -- Names are told apart by their letters, not by their case. Those from before are lower case.
    CREATE UNIQUE INDEX secret_by_name ON platform.secret (lower(name));
  `,
}
