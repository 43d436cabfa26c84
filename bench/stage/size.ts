/**
 * `npm run bench -- --smallest`, which `npm test` does too: everything runs, with as little as shows that it still works.
 * The figures mean nothing.
 */
export const smallest = process.env.BENCH_SMALLEST === "1"

let shortened = smallest

/** How many, or how long. What the environment says of it goes before both. */
export function size(usual: number, least: number, variable?: string): number {
  const said = variable && process.env[variable]
  if (said && Number(said) < usual) shortened = true
  return said ? Number(said) : smallest ? least : usual
}

/** Whether the figures mean something: nothing was made smaller than it usually is. */
export const isFullSize = (): boolean => !shortened
