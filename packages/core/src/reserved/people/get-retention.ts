import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { readRetention } from "./retention-store.ts"

export const getRetention = implement(peopleContract.getRetention, async (ctx) => readRetention(ctx.tx))
