export default {
  name: "0003-create-files",
  sql: /* sql */ `
    -- Files that never change, known by the hash of their type and content: the same bytes of another type are another file.
    CREATE TABLE site.file (
      hash text PRIMARY KEY,
      type text NOT NULL,
      size bigint NOT NULL,
      -- Of its compressed form; null where that would save nothing.
      compressed_size bigint,
      -- When somebody last asked for it to be there, or stopped to use it. What nobody uses goes a day later.
      touched_at timestamptz NOT NULL DEFAULT platform.now()
    );
    CREATE INDEX file_by_touch ON site.file (touched_at);

    CREATE TABLE site.file_chunk (
      hash text NOT NULL REFERENCES site.file ON DELETE CASCADE,
      compressed boolean NOT NULL,
      number integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (hash, compressed, number)
    );
    -- Compressed already, or not worth it.
    ALTER TABLE site.file_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

    CREATE TABLE site.file_use (
      holder text NOT NULL,
      hash text NOT NULL REFERENCES site.file,
      PRIMARY KEY (holder, hash)
    );
    CREATE INDEX file_use_by_file ON site.file_use (hash);
  `,
}
