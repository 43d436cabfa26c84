export default {
  name: "0041-email-change",
  sql: /* sql */ `
    ALTER TABLE platform.one_time_link DROP CONSTRAINT one_time_link_kind_check;
    ALTER TABLE platform.one_time_link ADD CONSTRAINT one_time_link_kind_check
      CHECK (kind IN ('set-up', 'invitation', 'password-reset', 'email-change'));
    -- The session that asked for it: it goes on when the others end.
    ALTER TABLE platform.one_time_link ADD COLUMN session_id uuid;
  `,
}
