/** What a plugin's pages use. */
export { CallError, call } from "./web/call.ts"
export { type LiveUpdates, useLiveUpdates } from "./web/events.ts"
export { MeContext, mayOpen, mayUse, meOptions, useCan, useMe } from "./web/me.ts"
export { type CallOptions, callOptions, refresh, useCall, useChange } from "./web/use-call.ts"
export { type ListState, useListState } from "./web/use-list-state.ts"
export { type ChangeUrlState, type UrlState, useTypedText, useUrlState } from "./web/use-url-state.ts"
export * from "./web/web-plugin.ts"
