/** In the order of the series: colour and breaks tell lines apart, so that neither has to alone. */
export const LINE_TOKENS = ["accent", "degraded", "healthy", "maintenance", "unhealthy"] as const
export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 2]]
