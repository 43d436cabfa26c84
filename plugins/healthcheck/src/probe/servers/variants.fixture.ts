import type { Opening } from "./hostile.fixture.ts"

/** Every way in which a strategy opens a connection, with what is said before it is encrypted. */
export interface Variant {
  name: string
  tls?: Opening
  draft(port: number): { strategyId: string; config: Record<string, unknown> }
}

/** In the certificate of tests. */
export const HOST = "client.example.test"

const database = (strategyId: string, tls: "off" | "on") => (port: number) => ({
  strategyId,
  config: { host: HOST, port, database: "shop", user: "watcher", tls },
})
const socket =
  (strategyId: string, config: Record<string, unknown> = {}) =>
  (port: number) => ({
    strategyId,
    config: { host: HOST, port, ...config },
  })
const step = (scheme: string) => (port: number) => ({
  strategyId: "journey",
  config: { steps: [{ name: "Open", url: `${scheme}://${HOST}:${port}/` }] },
})
const address =
  (strategyId: string, scheme: string, config: Record<string, unknown> = {}) =>
  (port: number) => ({
    strategyId,
    config: { url: `${scheme}://${HOST}:${port}/`, ...config },
  })

export const variants: readonly Variant[] = [
  { name: "http", draft: address("http", "http") },
  { name: "https", tls: "at once", draft: address("http", "https") },
  { name: "tcp", draft: socket("tcp", { readReply: true, send: "hello" }) },
  { name: "tls", tls: "at once", draft: socket("tls") },
  { name: "postgres", draft: database("postgres", "off") },
  { name: "postgres over TLS", tls: "postgres", draft: database("postgres", "on") },
  { name: "mysql", draft: database("mysql", "off") },
  { name: "mysql over TLS", tls: "mysql", draft: database("mysql", "on") },
  { name: "redis", draft: socket("redis") },
  { name: "redis over TLS", tls: "at once", draft: socket("redis", { tls: "on" }) },
  { name: "smtp", draft: socket("smtp", { security: "none" }) },
  { name: "smtp with STARTTLS", tls: "smtp", draft: socket("smtp", { security: "starttls" }) },
  { name: "smtp over TLS", tls: "at once", draft: socket("smtp", { security: "tls" }) },
  { name: "grpc", draft: socket("grpc", { tls: "off" }) },
  { name: "grpc over TLS", tls: "at once", draft: socket("grpc", { tls: "on" }) },
  { name: "websocket", draft: address("websocket", "ws", { waitForMessage: true }) },
  { name: "websocket over TLS", tls: "at once", draft: address("websocket", "wss", { waitForMessage: true }) },
  { name: "ssh", draft: socket("ssh") },
  { name: "journey", draft: step("http") },
  { name: "journey over TLS", tls: "at once", draft: step("https") },
  {
    name: "script",
    draft: (port) => ({ strategyId: "script", config: { source: `http://${HOST}:${port}/` } }),
  },
]
