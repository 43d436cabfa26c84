// The peer: a script that sends the statements of a propose and of an apply, and does nothing else.
import { randomUUID } from "node:crypto"
import pg from "pg"
import { drive, setup, takeOrders } from "../stage/drive.ts"
import { compile, replay } from "../stage/replay.ts"

const { config, poolSize, concurrency, people, plans } = setup
const pool = new pg.Pool({ ...config, max: poolSize })
const propose = compile(plans.propose)
const apply = compile(plans.apply)
let proposed = []

takeOrders(async ({ systems }) => {
  if (!systems) return drive(proposed, concurrency, (marks) => replay(pool, apply, { ...marks, mark: randomUUID() }))
  proposed = systems.map(({ id }, at) => ({
    system: id,
    person: people[at % people.length].id,
    mark: randomUUID(),
  }))
  return drive(proposed, concurrency, (marks) => replay(pool, propose, marks))
})
