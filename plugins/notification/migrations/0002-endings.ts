export default {
  name: "0002-endings",
  sql: /* sql */ `
    -- By which subscriptions it is told: whoever was told of a cause by one hears of its end, also when the system has left the group,
    -- the incident or this world meanwhile.
    ALTER TABLE notification.delivery ADD COLUMN subscription_ids uuid[] NOT NULL DEFAULT '{}';
    -- When what it was to was deleted. It brings nothing new, only the end of what was told by it, and goes with that.
    ALTER TABLE notification.subscription ADD COLUMN ended_at timestamptz;
  `,
}
