import { implement } from "../../access/implement.ts"
import { lookalikesOf } from "../../access/lookalikes.ts"
import { lookalikesContract } from "../../contract/platform/lookalikes.ts"

const listLookalikes = implement(lookalikesContract.listLookalikes, async (ctx, { type, ids }) => {
  const found = await lookalikesOf(ctx, type, { ids })
  const asked = Map.groupBy(found, ({ of }) => of)
  return {
    lookalikes: [...asked].map(([id, others]) => ({ id, others: others.map(({ id, name }) => ({ id, name })) })),
  }
})

export const lookalikesVerbs = { listLookalikes }
