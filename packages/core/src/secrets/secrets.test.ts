import { databaseFromTemplate } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { openDatabase } from "../db/database.ts"
import { rotateSecrets } from "../platform/secrets/rotate-secrets.ts"
import { createSecrets } from "./secrets.ts"

const OLD = "the former secret, thirty-two characters or more"
const NEW = "the present secret, thirty-two characters or more"

describe("a sealed value", () => {
  const secrets = createSecrets({ secret: NEW })

  it("opens to what was sealed, and looks different every time", () => {
    const [one, other] = [secrets.seal("hunter2 ü \n"), secrets.seal("hunter2 ü \n")]

    expect(secrets.open(one)).toBe("hunter2 ü \n")
    expect(other).not.toBe(one)
    expect(one).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/)
    expect(secrets.open(secrets.seal(""))).toBe("")
  })

  it("opens under an earlier secret while that one is still known", () => {
    const sealed = createSecrets({ secret: OLD }).seal("hunter2")

    expect(createSecrets({ secret: NEW, previousSecrets: [OLD] }).open(sealed)).toBe("hunter2")
    expect(() => secrets.open(sealed)).toThrow("was sealed under another key")
  })

  it("is refused when somebody altered it, its key's name included", () => {
    const sealed = secrets.seal("hunter2")
    const flipped = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA")

    expect(() => secrets.open(flipped)).toThrow("its seal is broken")
    expect(() => secrets.open("hunter2")).toThrow("does not look sealed")
    expect(() =>
      secrets.open(`v1.${createSecrets({ secret: OLD }).keyring.current.id}.${sealed.split(".")[2]}`),
    ).toThrow()
  })

  it("has its value masked from then on, as has the server's own secret", () => {
    const own = createSecrets({ secret: NEW })
    const sealed = own.seal("correct horse")
    const other = createSecrets({ secret: NEW })
    expect(own.mask(`It is correct horse, ${NEW}`)).toBe("It is [redacted], [redacted]")

    expect(other.mask("correct horse")).toBe("correct horse")
    other.open(sealed)
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
  const stored = async () => {
    const { rows } = await database.pool.query(
      "SELECT sealed FROM platform.secret UNION ALL SELECT password FROM platform.mail_settings UNION ALL SELECT sealed FROM public.own ORDER BY 1",
    )
    return rows.map((row) => row.sealed)
  }

  it("seals everything anew under the current key, wherever it is listed, and can be repeated", async () => {
    const former = createSecrets({ secret: OLD })
    await database.pool.query("CREATE TABLE public.own (sealed text)")
    await database.pool.query("INSERT INTO public.own VALUES ($1), (NULL)", [former.seal("a plugin's")])
    await database.pool.query("UPDATE platform.mail_settings SET password = $1", [former.seal("the mail server's")])
    for (let number = 0; number < 250; number++)
      await database.pool.query(
        "INSERT INTO platform.secret (name, sealed, set_by_kind, set_by) VALUES ($1, $2, 'user', 'x')",
        [`name-${number}`, former.seal(`value ${number}`)],
      )
    const both = createSecrets({ secret: NEW, previousSecrets: [OLD] })
    const plugins = [{ sealed: [{ table: "public.own", column: "sealed" }] }]

    expect(await rotateSecrets(database, both, plugins)).toBe(252)
    expect(await rotateSecrets(database, both, plugins)).toBe(0)

    const alone = createSecrets({ secret: NEW })
    const values = (await stored()).filter((sealed) => sealed !== null).map((sealed) => alone.open(sealed))
    expect(values).toHaveLength(252)
    expect(values).toEqual(expect.arrayContaining(["a plugin's", "the mail server's", "value 0", "value 249"]))
  })

  it("says which values it could not open, without showing them, and rotates the rest", async () => {
    const lost = createSecrets({ secret: "a secret that nobody kept, thirty-two characters" })
    await database.pool.query("UPDATE platform.secret SET sealed = $1 WHERE name = 'name-1'", [lost.seal("gone")])
    await database.pool.query("UPDATE platform.secret SET sealed = 'in clear!' WHERE name = 'name-2'")

    await expect(rotateSecrets(database, createSecrets({ secret: NEW }))).rejects.toThrow(
      /^2 stored values could not be opened and stay as they are: platform\.secret\.sealed \((key [0-9a-f]{12}|not sealed)\), platform\.secret\.sealed \((key [0-9a-f]{12}|not sealed)\)\. Add the COUNTERSIGN_SECRET/,
    )
  })
})
