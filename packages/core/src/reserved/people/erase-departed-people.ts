import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { erase } from "./erase-person.ts"
import { findPerson, peopleToErase } from "./person-store.ts"
import { readRetention } from "./retention-store.ts"

// Keeps one run's transaction short; the job comes back every hour.
const MOST_AT_ONCE = 100

/** Idempotent: whoever is erased is not found again. */
export const eraseDepartedPeople = implement(peopleContract.eraseDepartedPeople, async (ctx) => {
  const { eraseDisabledAfterDays: days } = await readRetention(ctx.tx)
  if (days === null) return { erased: 0 }
  const due = await peopleToErase(ctx.tx, days, MOST_AT_ONCE)
  for (const id of due) await erase(ctx, (await findPerson(ctx.tx, id))!)
  return { erased: due.length }
})
