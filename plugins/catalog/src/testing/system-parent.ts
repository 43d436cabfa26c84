import { randomUUID } from "node:crypto"
import type { TestCall } from "@countersign/testing"
import { catalogContract } from "../contract.ts"

/** A system for the tests of plugins whose things hang on systems. */
export const addSystem = async (call: TestCall): Promise<string> =>
  (await call(catalogContract.createSystem, { name: `Checkout ${randomUUID().slice(-12)}` })).id

/** For `timelineTesting`: what rights come from. */
export const systemParent = {
  type: "catalog.system",
  make: addSystem,
  async change(call: TestCall, systemId: string): Promise<unknown> {
    const { version } = await call(catalogContract.getSystem, { systemId })
    const description = `Takes orders ${randomUUID().slice(-12)}`
    return call(catalogContract.updateSystem, { systemId, version, description })
  },
}
