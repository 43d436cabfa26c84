export default {
  name: "0001-create-notification",
  sql: /* sql */ `
    CREATE TABLE notification.channel (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      name text NOT NULL,
      name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED,
      -- Null: shared.
      owner_id uuid,
      -- Where it leads, masked; the address itself and the secret are sealed.
      place text NOT NULL,
      address text NOT NULL,
      secret text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      version integer NOT NULL DEFAULT 1
    );
    CREATE INDEX channel_by_skeleton ON notification.channel (name_skeleton);
    CREATE INDEX channel_by_owner ON notification.channel (owner_id);

    CREATE TABLE notification.subscription (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      person_id uuid,
      team_id uuid CHECK (num_nonnulls(person_id, team_id) = 1),
      -- Neither: every system.
      system_id uuid,
      group_id uuid CHECK (num_nonnulls(system_id, group_id) <= 1),
      -- Null: the person's own mail address.
      channel_id uuid REFERENCES notification.channel ON DELETE CASCADE CHECK (channel_id IS NOT NULL OR team_id IS NULL),
      about text[] NOT NULL,
      from_rank smallint NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX subscription_once ON notification.subscription (person_id, team_id, system_id, group_id, channel_id) NULLS NOT DISTINCT;
    CREATE INDEX subscription_by_system ON notification.subscription (system_id);
    CREATE INDEX subscription_by_group ON notification.subscription (group_id);
    CREATE INDEX subscription_by_channel ON notification.subscription (channel_id);
    CREATE INDEX subscription_by_team ON notification.subscription (team_id);
    CREATE INDEX subscription_to_everything ON notification.subscription (id) WHERE system_id IS NULL AND group_id IS NULL;

    -- What messages are about as a whole: an episode of a bad status, an incident, one occurrence of a window.
    CREATE TABLE notification.cause (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      topic text NOT NULL,
      about_id uuid NOT NULL,
      state text NOT NULL,
      opened_at timestamptz NOT NULL,
      closed_at timestamptz
    );
    CREATE UNIQUE INDEX cause_open ON notification.cause (topic, about_id) WHERE closed_at IS NULL;
    CREATE INDEX cause_by_about ON notification.cause (topic, about_id, opened_at);

    -- What there was to tell, once for each event.
    CREATE TABLE notification.notice (
      id uuid PRIMARY KEY,
      cause_id uuid NOT NULL REFERENCES notification.cause ON DELETE CASCADE,
      event text NOT NULL,
      about_type text NOT NULL,
      about_id uuid NOT NULL,
      phase text NOT NULL CHECK (phase IN ('first', 'change', 'over')),
      state text NOT NULL,
      facts jsonb NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX notice_by_cause ON notification.notice (cause_id);
    CREATE TRIGGER append_only BEFORE UPDATE ON notification.notice FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    CREATE TABLE notification.delivery (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- In the order in which things happened, within one cause.
      sequence bigint GENERATED ALWAYS AS IDENTITY,
      -- Neither notice nor cause: somebody wrote it.
      notice_id uuid REFERENCES notification.notice ON DELETE CASCADE,
      cause_id uuid REFERENCES notification.cause ON DELETE CASCADE,
      person_id uuid,
      team_id uuid,
      channel_id uuid REFERENCES notification.channel ON DELETE CASCADE,
      status text NOT NULL CHECK (status IN ('waiting', 'sent', 'folded', 'withheld', 'failed')),
      state text NOT NULL,
      -- As it was first put into words: every attempt says the same under the same key.
      message jsonb,
      attempts integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      next_at timestamptz,
      lease uuid,
      lease_until timestamptz
    );
    CREATE UNIQUE INDEX delivery_once ON notification.delivery (notice_id, person_id, team_id, channel_id) NULLS NOT DISTINCT WHERE notice_id IS NOT NULL;
    CREATE INDEX delivery_by_next ON notification.delivery (next_at);
    CREATE INDEX delivery_by_created ON notification.delivery (created_at, id);
    CREATE INDEX delivery_by_status ON notification.delivery (status, created_at, id);
    CREATE INDEX delivery_by_cause ON notification.delivery (cause_id, sequence);
    CREATE INDEX delivery_by_channel ON notification.delivery (channel_id, created_at);
    CREATE INDEX delivery_by_person ON notification.delivery (person_id);

    CREATE TABLE notification.attempt (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      delivery_id uuid NOT NULL REFERENCES notification.delivery ON DELETE CASCADE,
      at timestamptz NOT NULL,
      outcome text NOT NULL,
      sentence text NOT NULL,
      http_status integer,
      answer text NOT NULL
    );
    CREATE INDEX attempt_by_delivery ON notification.attempt (delivery_id, id);
    CREATE TRIGGER append_only BEFORE UPDATE ON notification.attempt FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();
  `,
}
