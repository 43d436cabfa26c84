import type { Ctx } from "../../../access/ctx.ts"
import { type OauthClient, OauthClient as Shape } from "../../../contract/platform/oauth.ts"
import { InvalidInputError, NotFoundError } from "../../../errors.ts"
import { isRedirectUri } from "../redirect-uri.ts"
import { findClient } from "./client-store.ts"

/** Without what stays here: the hash of its secret is nobody's to see, the audit log's neither. */
export async function demandClient(ctx: Ctx, id: string): Promise<OauthClient> {
  const client = await findClient(ctx.tx, id)
  if (!client) throw new NotFoundError(`The app ${id} does not exist. List them with platform.listOauthClients.`)
  return Shape.parse(client)
}

export function demandRedirectUris(uris: readonly string[]): void {
  const issues = uris.flatMap((uri, index) =>
    isRedirectUri(uri, { ownSchemes: true })
      ? []
      : [
          {
            path: `redirectUris.${index}`,
            message: "Takes an https address, one on this computer, or an app's own scheme.",
          },
        ],
  )
  if (issues.length > 0)
    throw new InvalidInputError(`An answer cannot be sent to "${uris[Number(issues[0]!.path.split(".")[1])]}".`, issues)
}
