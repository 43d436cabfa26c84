import { createCipheriv, randomBytes } from "node:crypto"
import { databaseFromTemplate } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { openDatabase } from "../db/database.ts"
import { bindSecrets, rotateSecrets } from "../reserved/secrets/rotate-secrets.ts"
import { CONNECTION_KEY, MAIL_PASSWORD, STORED_SECRET } from "./sealed-columns.ts"
import { sealedColumn, unstored } from "./sealed-place.ts"
import { createSecrets } from "./secrets.ts"

const HERE = STORED_SECRET.at("here")
const OLD = "the former secret, thirty-two characters or more"
const NEW = "the present secret, thirty-two characters or more"

describe("a sealed value", () => {
  const secrets = createSecrets({ secret: NEW })

  it("opens to what was sealed, and looks different every time", () => {
    const [one, other] = [secrets.seal("hunter2 ü \n", HERE), secrets.seal("hunter2 ü \n", HERE)]

    expect(secrets.open(one, HERE)).toBe("hunter2 ü \n")
    expect(other).not.toBe(one)
    expect(one).toMatch(/^v2\.[0-9a-f]{12}\.[\w-]+$/)
    expect(secrets.open(secrets.seal("", HERE), HERE)).toBe("")
  })

  it("opens under an earlier secret while that one is still known", () => {
    const sealed = createSecrets({ secret: OLD }).seal("hunter2", HERE)

    expect(createSecrets({ secret: NEW, previousSecrets: [OLD] }).open(sealed, HERE)).toBe("hunter2")
    expect(() => secrets.open(sealed, HERE)).toThrow("was sealed under another key")
  })

  it("is refused when somebody altered it, its key's name included", () => {
    const sealed = secrets.seal("hunter2", HERE)
    const flipped = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA")

    expect(() => secrets.open(flipped, HERE)).toThrow("its seal is broken")
    expect(() => secrets.open("hunter2", HERE)).toThrow("does not look sealed")
    expect(() =>
      secrets.open(`v2.${createSecrets({ secret: OLD }).keyring.current.id}.${sealed.split(".")[2]}`, HERE),
    ).toThrow()
  })

  it("opens only for the row and the column it was sealed for", () => {
    const sealed = secrets.seal("hunter2", HERE)

    for (const elsewhere of [STORED_SECRET.at("there"), CONNECTION_KEY.at("here"), unstored("here", "here")])
      expect(() => secrets.open(sealed, elsewhere)).toThrow("was sealed for something else")
  })

  it("cannot be made or opened without saying for what, which does not compile", () => {
    // @ts-expect-error
    expect(() => secrets.open(secrets.seal("hunter2", HERE))).toThrow()
    // @ts-expect-error
    expect(() => secrets.open(secrets.seal("hunter2", HERE), "platform.secret.sealed:there")).toThrow()
  })

  it("has its value masked from then on, as has the server's own secret", () => {
    const own = createSecrets({ secret: NEW })
    const sealed = own.seal("correct horse", HERE)
    const other = createSecrets({ secret: NEW })
    expect(own.mask(`It is correct horse, ${NEW}`)).toBe("It is [redacted], [redacted]")

    expect(other.mask("correct horse")).toBe("correct horse")
    other.open(sealed, HERE)
    expect(other.mask("correct horse")).toBe("[redacted]")
  })
})

describe("rotateSecrets", async () => {
  const { config, drop } = await databaseFromTemplate(inject("postgres"), [])
  const database = openDatabase(config, { poolSize: 3, onError: () => {} })
  afterAll(async () => {
    await database.close()
    await drop()
  })
  const OWN = sealedColumn({ table: "public.own", column: "sealed", key: "number" })
  const plugins = [{ sealed: [OWN] }]
  const { pool } = database
  const former = createSecrets({ secret: OLD })
  const both = createSecrets({ secret: NEW, previousSecrets: [OLD] })
  const alone = createSecrets({ secret: NEW })
  const stored = async (name: string): Promise<string> =>
    (await pool.query("SELECT sealed FROM platform.secret WHERE name = $1", [name])).rows[0].sealed
  const put = (name: string, sealed: string) =>
    pool.query(
      `INSERT INTO platform.secret (name, sealed, set_by_kind, set_by) VALUES ($1, $2, 'user', 'x')
       ON CONFLICT (name) DO UPDATE SET sealed = EXCLUDED.sealed`,
      [name, sealed],
    )

  it("seals everything anew under the current key, wherever it is listed, and can be repeated", async () => {
    await pool.query("CREATE TABLE public.own (number integer PRIMARY KEY, sealed text)")
    await pool.query("INSERT INTO public.own VALUES (7, $1), (8, NULL)", [former.seal("a plugin's", OWN.at("7"))])
    await pool.query("UPDATE platform.mail_settings SET password = $1", [
      former.seal("the mail server's", MAIL_PASSWORD),
    ])
    for (let number = 0; number < 250; number++)
      await put(`name-${number}`, former.seal(`value ${number}`, STORED_SECRET.at(`name-${number}`)))

    expect(await rotateSecrets(database, both, plugins)).toBe(252)
    expect(await rotateSecrets(database, both, plugins)).toBe(0)

    for (const number of [0, 17, 249])
      expect(alone.open(await stored(`name-${number}`), STORED_SECRET.at(`name-${number}`))).toBe(`value ${number}`)
    const mail = await pool.query("SELECT password FROM platform.mail_settings")
    expect(alone.open(mail.rows[0].password, MAIL_PASSWORD)).toBe("the mail server's")
    const own = await pool.query("SELECT sealed FROM public.own WHERE number = 7")
    expect(alone.open(own.rows[0].sealed, OWN.at("7"))).toBe("a plugin's")
  })

  it("says which values it could not open, without showing them, and rotates the rest", async () => {
    const lost = createSecrets({ secret: "a secret that nobody kept, thirty-two characters" })
    await put("name-1", lost.seal("gone", STORED_SECRET.at("name-1")))
    await put("name-2", "in clear!")

    await expect(rotateSecrets(database, alone)).rejects.toThrow(
      /^2 stored values could not be opened and stayed as before: platform\.secret\.sealed \((key [0-9a-f]{12}|not sealed)\), platform\.secret\.sealed \((key [0-9a-f]{12}|not sealed)\)\. Add the COUNTERSIGN_SECRET/,
    )
    await pool.query("DELETE FROM platform.secret WHERE name IN ('name-1', 'name-2')")
  })

  it("moves no value to another row: one that was copied stays refused", async () => {
    await put("name-3", former.seal("value 4", STORED_SECRET.at("name-4")))

    await expect(rotateSecrets(database, both)).rejects.toThrow(/^1 stored value could not be opened/)
    await pool.query("DELETE FROM platform.secret WHERE name = 'name-3'")
  })

  it("binds values of the form before to where they lie, at start or by the command, under any key that is known", async () => {
    await put("old", sealUnbound(NEW, "from before"))
    await put("older", sealUnbound(OLD, "from long before"))
    expect(() => alone.open(sealUnbound(NEW, "from before"), STORED_SECRET.at("old"))).toThrow("no longer accepted")

    expect(await bindSecrets(database, alone, plugins)).toHaveLength(1)
    expect(alone.open(await stored("old"), STORED_SECRET.at("old"))).toBe("from before")
    // Not all are bound yet, so the one whose key is missing can still be.
    expect(await rotateSecrets(database, both, plugins)).toBe(1)
    expect(alone.open(await stored("older"), STORED_SECRET.at("older"))).toBe("from long before")
    expect(await bindSecrets(database, alone, plugins)).toEqual([])
  })

  it("never takes the form before again once everything is bound, whoever puts it back", async () => {
    await put("planted", sealUnbound(NEW, "from before"))

    expect(await bindSecrets(database, alone, plugins)).toEqual([])
    await expect(rotateSecrets(database, both, plugins)).rejects.toThrow(/^1 stored value could not be opened/)
    await pool.query("DELETE FROM platform.sealing")
    await bindSecrets(database, alone, plugins)
    await expect(rotateSecrets(database, both, plugins)).rejects.toThrow(/^1 stored value could not be opened/)
    expect(await stored("planted")).toMatch(/^v1\./)
  })
})

/** As versions before did it: bound to the key's name only. */
function sealUnbound(secret: string, plain: string): string {
  const { current } = createSecrets({ secret }).keyring
  const head = `v1.${current.id}`
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", current.sealing, nonce).setAAD(Buffer.from(head))
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return `${head}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
}
