import type { ClusterConnection } from "./template.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgres: ClusterConnection
  }
}
