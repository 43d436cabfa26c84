export default {
  name: "0011-mail",
  sql: /* sql */ `
    CREATE TABLE platform.mail_settings (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      host text NOT NULL DEFAULT '',
      port integer NOT NULL DEFAULT 587,
      encryption text NOT NULL DEFAULT 'starttls' CHECK (encryption IN ('tls', 'starttls', 'none')),
      username text NOT NULL DEFAULT '',
      -- Sealed, never in clear.
      password text,
      from_name text NOT NULL DEFAULT 'Countersign',
      from_address text NOT NULL DEFAULT '',
      version integer NOT NULL DEFAULT 1
    );
    INSERT INTO platform.mail_settings DEFAULT VALUES;
  `,
}
