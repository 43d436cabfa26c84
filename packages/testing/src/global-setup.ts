import type { TestProject } from "vitest/node"
import { startCluster } from "./postgres-cluster.ts"
import "./vitest-context.ts"

/** One cluster for the whole run; every test file gets a database of its own inside it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  project.provide("postgres", cluster.connection)
  return () => cluster.stop()
}
