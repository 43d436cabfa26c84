import { job } from "../../access/points/job.ts"
import { addOauthClient } from "./add-client.ts"
import { disconnectApp, listConnectedApps, revokeOauthGrant } from "./connected-apps.ts"
import { denyAuthorization } from "./deny-authorization.ts"
import { describeAuthorization } from "./describe-authorization.ts"
import { exchangeOauthCode } from "./exchange-code.ts"
import { grantAuthorization } from "./grant-authorization.ts"
import { listOauthClients, listOauthGrants } from "./list-clients.ts"
import { getOauthSettings, updateOauthSettings } from "./oauth-settings.ts"
import { refreshOauthToken } from "./refresh-token.ts"
import { registerOauthClient } from "./register-client.ts"
import { removeOauthClient } from "./remove-client.ts"
import { revokeOauthToken } from "./revoke-token.ts"
import { sweepOauth } from "./sweep-oauth.ts"
import { updateOauthClient } from "./update-client.ts"

export const oauthVerbs = {
  describeAuthorization,
  grantAuthorization,
  denyAuthorization,
  listConnectedApps,
  disconnectApp,
  listOauthClients,
  listOauthGrants,
  revokeOauthGrant,
  addOauthClient,
  updateOauthClient,
  removeOauthClient,
  getOauthSettings,
  updateOauthSettings,
  exchangeOauthCode,
  refreshOauthToken,
  revokeOauthToken,
  registerOauthClient,
  sweepOauth,
}

export const oauthJobs = [job("platform.sweepOauth", sweepOauth, { schedule: "37 * * * *" })]
