/** Whether what `npm start` runs was built from the sources as they stand. */
export function isBuilt(): boolean
