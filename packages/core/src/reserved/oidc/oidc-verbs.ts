import { addOidcProvider } from "./add-oidc-provider.ts"
import { finishOidcSignIn } from "./finish-oidc-sign-in.ts"
import { listOidcLinks } from "./list-oidc-links.ts"
import { listOidcProviders } from "./list-oidc-providers.ts"
import { listSignInProviders } from "./list-sign-in-providers.ts"
import { removeOidcProvider } from "./remove-oidc-provider.ts"
import { startOidcSignIn } from "./start-oidc-sign-in.ts"
import { testOidcProvider } from "./test-oidc-provider.ts"
import { unlinkOidcPerson } from "./unlink-oidc-person.ts"
import { updateOidcProvider } from "./update-oidc-provider.ts"

export const oidcVerbs = {
  listSignInProviders,
  startOidcSignIn,
  finishOidcSignIn,
  listOidcProviders,
  addOidcProvider,
  updateOidcProvider,
  removeOidcProvider,
  testOidcProvider,
  listOidcLinks,
  unlinkOidcPerson,
}
