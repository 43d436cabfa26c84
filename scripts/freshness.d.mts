/** What was not built from the sources as they stand: of what `npm start` runs unless told otherwise. */
export function staleOf(names?: readonly ("server" | "web" | "fixtures")[]): string[]
