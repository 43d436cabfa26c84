export default {
  name: "0113-plugin-settings",
  sql: /* sql */ `
    -- Beside platform.setting, which holds what is no secret of a plugin's settings.
    CREATE TABLE platform.setting_secret (
      -- hello.token
      id text PRIMARY KEY,
      plugin text NOT NULL,
      name text NOT NULL,
      sealed text NOT NULL,
      UNIQUE (plugin, name)
    );
  `,
}
