import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type ApplicationDetails, applicationsContract } from "../../contract/platform/applications.ts"
import { NotFoundError } from "../../errors.ts"
import { findApplication } from "./application-store.ts"

export const getApplication = implement(applicationsContract.getApplication, async (ctx, { id }) =>
  demandApplication(ctx, id),
)

export async function demandApplication(ctx: Ctx, id: string): Promise<ApplicationDetails> {
  const application = await findApplication(ctx.tx, id)
  if (!application)
    throw new NotFoundError(`No application has the id ${id}. List them with platform.listApplications.`)
  return application
}
