/** What the command line shares with the server: the same configuration, database and plugins. */
export { type Environment, readEnvironment } from "./environment.ts"
export { findSecret } from "./find-secret.ts"
export { type OpenPostgres, openPostgres } from "./open-postgres.ts"
export { plugins } from "./plugins.ts"
export { runServer } from "./run-server.ts"
export { type SiteAddress, siteAddressOf } from "./site-address.ts"
export { VERSION } from "./version.ts"
