type Json = Record<string, unknown>

/** Only over TLS or on loopback, and only in browsers that speak the JSON form of the standard. */
export function passkeysWork(): boolean {
  return (
    typeof PublicKeyCredential !== "undefined" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  )
}

export async function getPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  return toJson(await navigator.credentials.get({ publicKey }))
}

export async function createPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** The person closed the browser's own dialog. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")
}

function toJson(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser returned no passkey.")
  return credential.toJSON() as unknown as Json
}
