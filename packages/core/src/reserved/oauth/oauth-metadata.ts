import type { OauthSettings } from "../../contract/platform/oauth.ts"
import { SCOPE_BUNDLES } from "../../contract/platform/oauth.ts"
import { mcpResource } from "../../identity/oauth/oauth-challenge.ts"

export const AUTH_METHODS = ["none", "client_secret_post", "client_secret_basic"] as const

/** RFC 8414. */
export function authorizationServerMetadata(base: string, ruleIds: readonly string[], settings: OauthSettings): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    ...(settings.registrationEnabled ? { registration_endpoint: `${base}/oauth/register` } : {}),
    scopes_supported: [...SCOPE_BUNDLES, ...ruleIds],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** RFC 9728. Names the bundles only: a client that asks for all that is listed should not ask for each rule. */
export function protectedResourceMetadata(base: string): object {
  return {
    resource: mcpResource(base),
    authorization_servers: [base],
    scopes_supported: ["read", "write"],
    bearer_methods_supported: ["header"],
    resource_name: "Countersign",
  }
}
