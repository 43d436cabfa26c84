export default {
  name: "0005-create-media",
  sql: /* sql */ `
    CREATE TABLE site.media (
      site_id text NOT NULL REFERENCES site.site,
      id text NOT NULL,
      -- The last part of its address. It stays when the file is replaced.
      file_name text NOT NULL,
      name text NOT NULL,
      alt text NOT NULL DEFAULT '',
      kind text NOT NULL,
      type text NOT NULL,
      hash text NOT NULL REFERENCES site.file,
      bytes bigint NOT NULL,
      width integer,
      height integer,
      added bigint GENERATED ALWAYS AS IDENTITY,
      updated_at timestamptz NOT NULL DEFAULT platform.now(),
      PRIMARY KEY (site_id, id),
      UNIQUE (site_id, file_name)
    );

    -- The same picture in smaller.
    CREATE TABLE site.media_size (
      site_id text NOT NULL,
      media_id text NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      file_name text NOT NULL,
      hash text NOT NULL REFERENCES site.file,
      bytes bigint NOT NULL,
      PRIMARY KEY (site_id, media_id, width),
      UNIQUE (site_id, file_name),
      FOREIGN KEY (site_id, media_id) REFERENCES site.media ON DELETE CASCADE
    );
  `,
}
