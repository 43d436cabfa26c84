import { argon2Sync } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../access/ctx.ts"
import { ONE_TIME_PAGES, sessionContract } from "../../../contract/platform/session.ts"
import { emailChangeLink, inviteLink, resetLink, setUpLink } from "../../../identity/one-time-link.ts"
import { setEmail } from "../../../identity/person-store.ts"
import { createResetLink } from "../../people/create-reset-link.ts"
import { disablePerson } from "../../people/disable-person.ts"
import { enablePerson } from "../../people/enable-person.ts"
import { erasePerson } from "../../people/erase-person.ts"
import { getPerson } from "../../people/get-person.ts"
import { addPerson } from "../../people/people.fixture.ts"
import { resetSecondFactor } from "../../people/reset-second-factor.ts"
import { signOutPerson } from "../../people/sign-out-person.ts"
import { updatePerson } from "../../people/update-person.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session.fixture.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database } = testing
await setUpAna(testing)
const root = await testing.as("root", "administrator")
const OLD = "seven wet otters"
const NEW = "nine tall herons"
const query = (text: string, values: unknown[] = []) => database.pool.query(text, values)

/** Ben, who is signed in; Gil, who manages people but holds little himself; a role that Gil may give. */
interface Scene {
  name: string
  benId: string
  benEmail: string
  ben: Browser
  gilId: string
  gil: Caller
  roleId: string
  invited: string
}
let scenes = 0

async function scene(): Promise<Scene> {
  const name = `n${++scenes}`
  const benId = await addPerson(database, `ben-${name}`)
  await query(
    "INSERT INTO platform.account (person_id, provider_id, account_id, password) VALUES ($1::uuid, 'credential', $1::text, $2)",
    [benId, cheapHash(OLD)],
  )
  const benEmail = `ben-${name}@example.test`
  const ben = openBrowser(platform, { address: `198.51.100.${scenes}` })
  expect((await ben.call(sessionContract.signIn, { email: benEmail, password: OLD })).status).toBe(200)
  const gilId = await addPerson(database, `gil-${name}`)
  const gil = await testing.asHolderOf(`gil-${name}`, ["platform.person.manage", "platform.person.read"])
  const roleId = `role-${name}`
  await query("INSERT INTO platform.role (id, name) VALUES ($1, $1)", [roleId])
  await query("INSERT INTO platform.role_rule VALUES ($1, 'platform.person.read')", [roleId])
  return { name, benId, benEmail, ben, gilId, gil, roleId, invited: `new-${name}@example.test` }
}

const stranger = () => openBrowser(platform, { address: `203.0.113.${scenes}` })
const reset = async (token: string) =>
  (await stranger().call(sessionContract.resetPassword, { token, password: NEW })).status === 200
const sessionOf = async ({ benId }: Scene): Promise<string> =>
  (await query("SELECT id FROM platform.session WHERE person_id = $1", [benId])).rows[0]?.id
const confirm = async (token: string) =>
  (await stranger().call(sessionContract.confirmEmailChange, { token })).status === 200

/** Makes a link, and says how to find out whether it still opens. */
const LINKS = {
  async "the reset link that an administrator handed over"({ gil, benId }: Scene) {
    const { link } = await createResetLink(gil, { id: benId })
    return () => reset(link.split("#token=")[1]!)
  },
  async "the reset link that was mailed"({ benId }: Scene) {
    const { token } = await resetLink(database.direct, { personId: benId, createdBy: null, byMail: true })
    return () => reset(token)
  },
  async "the link that confirms a new address"(s: Scene) {
    const change = { personId: s.benId, email: `other-${s.name}@example.test`, sessionId: await sessionOf(s) }
    const { token } = await emailChangeLink(database.direct, change)
    return () => confirm(token)
  },
  async "the invitation"({ gilId, roleId, invited }: Scene) {
    const offer = { email: invited, roleIds: [roleId], teamIds: [], createdBy: gilId }
    const { token } = await inviteLink(database.direct, offer)
    return async () => {
      const offered = (await stranger().call(sessionContract.describeInvitation, { token })).status === 200
      const accepted = await stranger().call(sessionContract.acceptInvitation, { token, name: "New", password: NEW })
      expect(accepted.status === 200).toBe(offered)
      return offered
    }
  },
} satisfies Record<string, (s: Scene) => Promise<() => Promise<boolean>>>

type Link = keyof typeof LINKS
const HANDED: Link = "the reset link that an administrator handed over"
const MAILED: Link = "the reset link that was mailed"
const ADDRESS: Link = "the link that confirms a new address"
const INVITATION: Link = "the invitation"

const age = (time: string) => query("UPDATE platform.one_time_link SET expires_at = expires_at - $1::interval", [time])
const give = async (id: string, roles: string[]) => {
  const { version } = await getPerson(root, { id })
  await updatePerson(root, { id, version, roles })
}

/** What happens, which links must not survive it, and nothing else may die of it. */
const EVENTS: [string, Link[], (s: Scene) => Promise<unknown>][] = [
  ["nothing", [], async () => {}],
  [
    "Ben changes his password",
    [HANDED, MAILED, ADDRESS],
    async ({ ben }) => {
      const change = { currentPassword: OLD, newPassword: "eleven old kettles" }
      expect((await ben.call(sessionContract.changePassword, change)).status).toBe(200)
    },
  ],
  [
    "another reset link was used",
    [HANDED, MAILED, ADDRESS],
    async ({ benId }) => {
      const { token } = await resetLink(database.direct, { personId: benId, createdBy: null, byMail: true })
      expect(await reset(token)).toBe(true)
    },
  ],
  ["an administrator makes another reset link", [HANDED, MAILED], ({ benId }) => createResetLink(root, { id: benId })],
  [
    "another reset link is mailed",
    [],
    ({ benId }) => resetLink(database.direct, { personId: benId, createdBy: null, byMail: true }),
  ],
  [
    "Ben's address changes",
    [HANDED, MAILED, ADDRESS],
    async ({ benId, name }) => {
      const email = `newer-${name}@example.test`
      const { token } = await emailChangeLink(database.direct, { personId: benId, email, sessionId: null })
      expect(await confirm(token)).toBe(true)
    },
  ],
  ["Ben is disabled", [HANDED, MAILED, ADDRESS], ({ benId }) => disablePerson(root, { id: benId })],
  [
    "Ben is disabled and enabled again",
    [HANDED, MAILED, ADDRESS],
    async ({ benId }) => {
      await disablePerson(root, { id: benId })
      await enablePerson(root, { id: benId })
    },
  ],
  ["Ben is erased", [HANDED, MAILED, ADDRESS], ({ benId }) => erasePerson(root, { id: benId })],
  ["Ben's second factor is removed", [HANDED, MAILED, ADDRESS], ({ benId }) => resetSecondFactor(root, { id: benId })],
  ["Ben signs out everywhere", [ADDRESS], ({ ben }) => ben.call(sessionContract.signOutEverywhere, {})],
  ["an administrator signs Ben out", [ADDRESS], ({ benId }) => signOutPerson(root, { id: benId })],
  [
    "Ben ends the session that asked",
    [ADDRESS],
    async (s) => {
      const asked = await sessionOf(s)
      const elsewhere = openBrowser(platform, { address: "192.0.2.77" })
      await elsewhere.call(sessionContract.signIn, { email: s.benEmail, password: OLD })
      expect((await elsewhere.call(sessionContract.revokeSession, { id: asked })).status).toBe(200)
    },
  ],
  ["Ben signs out", [], ({ ben }) => ben.call(sessionContract.signOut, {})],
  ["Ben becomes an administrator", [HANDED], ({ benId }) => give(benId, ["administrator"])],
  ["Gil loses his roles", [HANDED, INVITATION], ({ gilId }) => give(gilId, [])],
  ["Gil is disabled", [HANDED, INVITATION], ({ gilId }) => disablePerson(root, { id: gilId })],
  ["Gil is erased", [HANDED, INVITATION], ({ gilId }) => erasePerson(root, { id: gilId })],
  [
    "the promised role grows beyond what Gil holds",
    [INVITATION],
    ({ roleId }) => query("INSERT INTO platform.role_rule VALUES ($1, 'platform.mail.manage')", [roleId]),
  ],
  [
    "the promised role is gone",
    [],
    async ({ roleId }) => {
      await query("DELETE FROM platform.role_rule WHERE role_id = $1", [roleId])
      await query("DELETE FROM platform.role WHERE id = $1", [roleId])
    },
  ],
  [
    "somebody had the invited address meanwhile",
    [INVITATION],
    async ({ invited, name }) => {
      const cleo = await addPerson(database, `cleo-${name}`)
      await setEmail(database.direct, cleo, invited)
      await setEmail(database.direct, cleo, `cleo-${name}@example.test`)
    },
  ],
  ["an hour passes", [HANDED, MAILED, ADDRESS], () => age("1 hour")],
  ["a week passes", [HANDED, MAILED, ADDRESS, INVITATION], () => age("7 days")],
]

const CASES = EVENTS.flatMap(([event, dying, happen]) =>
  Object.entries(LINKS).map(([link, make]) => ({ event, happen, link, make, opens: !dying.includes(link as Link) })),
)

describe("one-time links", () => {
  it.each(CASES)("after $event: $link opens: $opens", async ({ make, happen, opens }) => {
    const s = await scene()
    const open = await make(s)
    await happen(s)

    expect(await open()).toBe(opens)
    if (opens) expect(await open()).toBe(false)
  })

  it("of every kind are in this table, but for the set-up code, which dies with the first person", async () => {
    expect(Object.keys(ONE_TIME_PAGES).sort()).toEqual(["email-change", "invitation", "password-reset", "set-up"])
    expect(CASES).toHaveLength(EVENTS.length * 4)
    const { token } = await setUpLink(database.direct)

    const late = { ...ADMINISTRATOR, email: "eve@example.test", code: token }
    expect((await stranger().call(sessionContract.setUp, late)).status).toBe(409)
  })

  it("of two that are opened at once set one password", async () => {
    const s = await scene()
    const opens = [await LINKS[MAILED](s), await LINKS[MAILED](s), await LINKS[MAILED](s)]

    expect((await Promise.all(opens.map((open) => open()))).filter(Boolean)).toHaveLength(1)
  })
})

function cheapHash(message: string): string {
  const nonce = Buffer.from("a salt for tests")
  const hash = argon2Sync("argon2id", { message, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  return `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(hash)}`
}
