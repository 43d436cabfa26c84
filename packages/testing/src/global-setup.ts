import type { TestProject } from "vitest/node"
import { ensureBuilt } from "./built.ts"
import { startCluster } from "./postgres-cluster.ts"
import "./vitest-context.ts"

/** One build and one cluster for the whole run; every test file gets a database of its own inside it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  project.onTestsRerun(async () => ensureBuilt())
  const cluster = await startCluster()
  project.provide("postgres", cluster.connection)
  return () => cluster.stop()
}
