import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

type Json = Record<string, unknown>

/** A security key in software: what a browser and its authenticator do between them, ES256 and no attestation. */
export function createAuthenticator(options: { origin: string; checksUser?: boolean }) {
  const { origin, checksUser = true } = options
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const credentialId = randomBytes(32)
  const id = credentialId.toString("base64url")
  const rpIdHash = createHash("sha256").update(new URL(origin).hostname).digest()
  let counter = 0

  function authenticatorData(extra: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (checksUser ? 0x04 : 0) | (extra.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, extra])
  }

  function clientData(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function answer(response: Json): Json {
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response }
  }

  return {
    create(creation: Json): Json {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" })
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, "base64url"),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, "base64url"),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = authenticatorData(Buffer.concat([Buffer.alloc(16), length, credentialId, cose]))
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
        authData,
      ])
      return answer({
        clientDataJSON: clientData("webauthn.create", creation.challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      })
    },
    get(request: Json): Json {
      const data = clientData("webauthn.get", request.challenge)
      const authData = authenticatorData()
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()])
      return answer({
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      })
    },
  }
}
