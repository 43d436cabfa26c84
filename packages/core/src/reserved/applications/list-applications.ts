import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { pageOfApplications } from "./application-store.ts"

export const listApplications = implement(applicationsContract.listApplications, async (ctx, request) =>
  pageOfApplications(ctx.tx, request),
)
