import { sql } from "drizzle-orm"

/** How long a session lives after its last use. The row in the database decides, not the cookie. */
export const SESSION_TERM = sql`interval '30 days'`

/**
 * The cookie outlives any session: a browser must not drop it while the server's row still slides along.
 * 400 days is the most that browsers keep.
 */
export const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 3600
