import { implement } from "../../../access/implement.ts"
import { peopleContract } from "../../../contract/platform/people.ts"
import { pageOfInvitations } from "./invitation-store.ts"

export const listInvitations = implement(peopleContract.listInvitations, async (ctx, request) =>
  pageOfInvitations(ctx.tx, request),
)
