import { deleteSecret } from "./delete-secret.ts"
import { listSecrets } from "./list-secrets.ts"
import { setSecret } from "./set-secret.ts"
import { setSecretHosts } from "./set-secret-hosts.ts"

export const secretsVerbs = { listSecrets, setSecret, setSecretHosts, deleteSecret }
