export default {
  name: "0002-memory-and-skills",
  sql: /* sql */ `
    CREATE TABLE ai.memory (
      id uuid PRIMARY KEY,
      -- The person who keeps it. Theirs alone until somebody who may manage memory shares it.
      owner_id uuid NOT NULL,
      -- What it is about: seen only by those who see that thing. Both null: about nothing in particular.
      thing_type text,
      thing_id text,
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
      shared boolean NOT NULL DEFAULT false,
      always_inject boolean NOT NULL DEFAULT false,
      source text NOT NULL CHECK (source IN ('person', 'assistant')),
      -- Words as they stand: notes come in any language, and stemming knows only one at a time.
      words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK ((thing_type IS NULL) = (thing_id IS NULL))
    );
    CREATE INDEX memory_by_owner ON ai.memory (owner_id, updated_at, id);
    CREATE INDEX memory_shared ON ai.memory (updated_at, id) WHERE shared;
    CREATE INDEX memory_by_words ON ai.memory USING gin (words);

    CREATE TABLE ai.skill (
      id uuid PRIMARY KEY,
      owner_id uuid NOT NULL,
      title text NOT NULL,
      description text NOT NULL DEFAULT '',
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 8000),
      shared boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE INDEX skill_by_owner ON ai.skill (owner_id);
    CREATE INDEX skill_shared ON ai.skill (id) WHERE shared;
  `,
}
