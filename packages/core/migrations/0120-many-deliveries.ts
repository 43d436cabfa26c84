export default {
  name: "0120-many-deliveries",
  sql: /* sql */ `
    CREATE INDEX delivery_turn ON platform.delivery (subscriber, id);

    -- Those that could be delivered now, in the order they came: of each line the first. It reads as many rows as it takes,
    -- however many wait behind them. The planner must not choose otherwise: what it knows of a queue is from before a burst,
    -- and by that it would read and sort all that wait, at every look.
    CREATE FUNCTION platform.due_deliveries(subscribers text[], without bigint[], most integer)
    RETURNS SETOF platform.delivery LANGUAGE plpgsql STABLE
    SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off SET enable_hashjoin = off AS $$
    BEGIN
      RETURN QUERY SELECT next.* FROM unnest(subscribers) AS wanted (subscriber), LATERAL (
          SELECT * FROM platform.delivery d
          WHERE d.subscriber = wanted.subscriber AND d.id <> ALL(without) AND d.due_at <= now()
            AND NOT EXISTS (SELECT FROM platform.delivery before
              WHERE before.subscriber = d.subscriber AND before.about = d.about AND before.id < d.id OFFSET 0)
          ORDER BY d.id LIMIT most) next
        ORDER BY next.id LIMIT most;
    END $$;
  `,
}
