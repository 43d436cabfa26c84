import { randomUUID } from "node:crypto"
import { aiContract } from "@countersign/ai/contract"
import { oauthContract, oidcContract, peopleContract, sessionContract } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import { personId, type TestPlatform, testPlatform } from "@countersign/testing"
import type pg from "pg"
import { startOidcProvider } from "../../../../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { emailChangeLink, inviteLink, resetLink } from "../../../../packages/core/src/identity/one-time-link.ts"
import { totpCode } from "../../../../packages/core/src/identity/sign-in/totp.ts"
import { BASE, REDIRECT, testClient } from "../../../../packages/core/src/reserved/oauth/oauth.fixture.ts"
import { createAuthenticator } from "../../../../packages/core/src/reserved/session/second-factor/authenticator.fixture.ts"
import {
  ADMINISTRATOR,
  type Browser,
  openBrowser,
  setUpAna,
} from "../../../../packages/core/src/reserved/session/session.fixture.ts"
import { setUpCode } from "../../../../packages/core/src/reserved/session/set-up/first-run.ts"
import { plugins } from "../plugins.ts"

/** A verb that takes rights away, about to be called the way people come to it: by a mail, a code, a key, a browser. */
export interface Way {
  pool: pg.Pool
  /** Answers once it has been done, and rejects if it was not. */
  take(): Promise<unknown>
}

export async function prepareWays(): Promise<Record<string, () => Promise<Way>>> {
  const testing = await testPlatform({ plugins })
  const { platform, database } = testing
  const { pool, direct } = database
  const ana = await setUpAna(testing)
  const { id: anaId } = (await ana.call(sessionContract.me, {})).body
  const service = platform.caller(servicePrincipal("platform"), "job")
  const root = await testing.as("root", "administrator")
  const way = (take: () => Promise<unknown>): Way => ({ pool, take })

  /** Somebody new who came by an invitation, in their browser. */
  async function join(name = `p${randomUUID().slice(0, 8)}`) {
    const email = `${name}@people.test`
    const { token } = await inviteLink(direct, { email, roleIds: [], teamIds: [], createdBy: anaId })
    const browser = openBrowser(platform)
    const accept = () => done(browser.call(sessionContract.acceptInvitation, { token, name, password: PASSWORD }))
    const joined = async () => {
      await accept()
      return (await done(browser.call(sessionContract.me, {}))).id
    }
    return { name, email, browser, accept, joined }
  }
  async function departed(): Promise<string> {
    const id = await (await join()).joined()
    await platform.call(root, peopleContract.disablePerson, { id })
    return id
  }

  const provider = await startOidcProvider()
  const { id: providerId } = await done(
    ana.call(oidcContract.addOidcProvider, {
      name: "Example ID",
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      newPeople: "on",
    }),
  )
  const apps = await prepareApps()

  return {
    "platform.setUp": async () => {
      const empty = await testPlatform({ plugins })
      const code = (await setUpCode(empty.platform))!
      const take = () => done(openBrowser(empty.platform).call(sessionContract.setUp, { code, ...ADMINISTRATOR }))
      return { pool: empty.database.pool, take }
    },
    "platform.signIn": async () => {
      const { browser, joined, email } = await join()
      await joined()
      return way(() => done(browser.call(sessionContract.signIn, { email, password: PASSWORD })))
    },
    "platform.verifySecondFactor": async () => {
      const { browser, joined, email } = await join()
      await joined()
      const { secret } = await done(browser.call(sessionContract.startTotp, { password: PASSWORD }))
      const { backupCodes } = await done(
        browser.call(sessionContract.confirmTotp, { code: totpCode(secret, new Date()) }),
      )
      const halfway = openBrowser(platform)
      await done(halfway.call(sessionContract.signIn, { email, password: PASSWORD }))
      return way(() => done(halfway.call(sessionContract.verifySecondFactor, { code: backupCodes[0]! })))
    },
    "platform.changePassword": async () => {
      const { browser, joined } = await join()
      await joined()
      const input = { currentPassword: PASSWORD, newPassword: "eight dry herons" }
      return way(() => done(browser.call(sessionContract.changePassword, input)))
    },
    "platform.confirmEmailChange": async () => {
      const { browser, joined, name } = await join()
      const id = await joined()
      const { rows } = await pool.query("SELECT id FROM platform.session WHERE person_id = $1", [id])
      const { token } = await emailChangeLink(direct, {
        personId: id,
        email: `${name}@elsewhere.test`,
        sessionId: rows[0].id,
      })
      return way(() => done(browser.call(sessionContract.confirmEmailChange, { token })))
    },
    "platform.resetPassword": async () => {
      const { joined } = await join()
      const { token } = await resetLink(direct, { personId: await joined(), createdBy: null })
      return way(() =>
        done(openBrowser(platform).call(sessionContract.resetPassword, { token, password: "eight dry herons" })),
      )
    },
    "platform.acceptInvitation": async () => way((await join()).accept),
    "platform.finishPasskeySignIn": async () => {
      const { browser, joined } = await join()
      await joined()
      const key = createAuthenticator({ origin: "http://localhost" })
      const { options } = await done(browser.call(sessionContract.startPasskeyRegistration, { password: PASSWORD }))
      const registered = { name: "Phone", response: key.create(options) }
      await done(browser.call(sessionContract.finishPasskeyRegistration, registered))
      const other = openBrowser(platform)
      const begun = await done(other.call(sessionContract.startPasskeySignIn, {}))
      return way(() => done(other.call(sessionContract.finishPasskeySignIn, { response: key.get(begun.options) })))
    },
    "platform.finishOidcSignIn": async () => {
      const browser = openBrowser(platform)
      const { url } = await done(browser.call(oidcContract.startOidcSignIn, { providerId }))
      const callback = await provider.authorize(url)
      return way(async () => {
        const answer = await browser.get(callback)
        if (answer.location !== "/") throw new Error(`It led to ${answer.location}.`)
      })
    },
    "platform.erasePerson": async () => {
      const id = await departed()
      return way(() => platform.call(root, peopleContract.erasePerson, { id }))
    },
    "platform.eraseDepartedPeople": async () => {
      await pool.query("UPDATE platform.person SET disabled_at = now() - interval '90 days' WHERE id = $1", [
        await departed(),
      ])
      const { version } = await platform.call(root, peopleContract.getRetention, {})
      await platform.call(root, peopleContract.updateRetention, { eraseDisabledAfterDays: 30, version })
      return way(async () => {
        const { erased } = await platform.call(service, peopleContract.eraseDepartedPeople, {})
        if (erased !== 1) throw new Error(`${erased} people were erased.`)
      })
    },
    "ai.erasePerson": async () => {
      const { id } = await conversation(testing, root)
      await platform.call(root, aiContract.updateConversation, { id, version: 1, title: "Mine" })
      const input = { personId: personId("root"), name: "Former person" }
      return way(() => platform.call(platform.caller(servicePrincipal("ai"), "job"), aiContract.erasePerson, input))
    },
    "ai.updateConversation": async () => {
      const { id, version } = await conversation(testing, root)
      return way(() => platform.call(root, aiContract.updateConversation, { id, version, permissionMode: "approve" }))
    },
    ...apps,
  }
}

/** On a server of its own, because apps are told its public address. */
async function prepareApps(): Promise<Record<string, () => Promise<Way>>> {
  const testing = await testPlatform({ plugins, publicUrl: BASE })
  const { platform, database } = testing
  const root = await testing.as("root", "administrator")
  const owner = await testing.as("olga", "operator")
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Olga', 'olga@example.test') ON CONFLICT DO NOTHING",
    [personId("olga")],
  )
  const clientId = "desk"
  await platform.call(root, oauthContract.addOauthClient, { name: "Desk", clientId, redirectUris: [REDIRECT] })
  const client = testClient(testing, clientId)
  const scopes = ["read", "write", "offline_access"]
  const way = (take: () => Promise<{ status: number; body: object }>): Way => ({
    pool: database.pool,
    take: () => done(take()),
  })
  return {
    "platform.exchangeOauthCode": async () => {
      const code = await client.code(owner, scopes)
      return way(() => client.exchange(code))
    },
    "platform.refreshOauthToken": async () => {
      const { refresh } = await client.connect(owner, scopes)
      return way(() => client.refresh(refresh))
    },
    "platform.revokeOauthToken": async () => {
      const { refresh } = await client.connect(owner, scopes)
      return way(() => client.revoke(refresh))
    },
  }
}

const PASSWORD = "seven wet otters"

async function conversation({ platform }: TestPlatform, who: Caller) {
  return platform.call(who, aiContract.createConversation, {})
}

async function done<Body>(answer: Promise<{ status: number; body: Body } | Awaited<ReturnType<Browser["call"]>>>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body as Body
}
