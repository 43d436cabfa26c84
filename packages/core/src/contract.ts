/** What both sides may know. Safe in a browser; runs nothing. */
export * from "./contract/access.ts"
export * from "./contract/effect.ts"
export * from "./contract/error-codes.ts"
export * from "./contract/event.ts"
export * from "./contract/paging.ts"
export * from "./contract/procedure.ts"
