import { job } from "../../access/points/job.ts"
import { addOauthClient } from "./clients/add-client.ts"
import { listOauthClients, listOauthGrants } from "./clients/list-clients.ts"
import { registerOauthClient } from "./clients/register-client.ts"
import { removeOauthClient } from "./clients/remove-client.ts"
import { updateOauthClient } from "./clients/update-client.ts"
import { disconnectApp, listConnectedApps, revokeOauthGrant } from "./connected-apps.ts"
import { denyAuthorization } from "./deny-authorization.ts"
import { describeAuthorization } from "./describe-authorization.ts"
import { exchangeOauthCode } from "./exchange-code.ts"
import { grantAuthorization } from "./grant-authorization.ts"
import { getOauthSettings, updateOauthSettings } from "./oauth-settings.ts"
import { refreshOauthToken } from "./refresh-token.ts"
import { revokeOauthToken } from "./revoke-token.ts"
import { sweepOauth } from "./sweep-oauth.ts"

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
