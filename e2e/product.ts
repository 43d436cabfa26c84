import {
  databaseFromTemplate,
  openSession,
  type Session,
  type SpawnedServer,
  spawnServer,
  testingFacesOf,
} from "@countersign/testing"
import { afterAll, inject } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"

/** What each plugin of the product says of its pages, forms and what is to be seen there. */
export const testingFaces = await testingFacesOf(plugins)

const ADMINISTRATOR = {
  name: "Ana Kovač",
  email: "ana@example.test",
  password: "four unrelated words here",
}

export interface Product {
  url: string
  /** The origin that visitors of the public site come to. */
  siteUrl: string
  /** The first-run link, while nobody exists. */
  setUpLink(): string
  output(): string
  /** Another server on the same database, stopped with the file's tests at the latest. */
  startPod(): Promise<SpawnedServer>
}

/** The product as people run it, on a free port and a database of its own. Stopped after the file's tests. */
export async function startProduct(): Promise<Product> {
  const cluster = inject("postgres")
  const { config, drop } = await databaseFromTemplate(cluster, plugins)
  const variables = {
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret for journeys in a browser only, long enough",
    // The providers of models and of sign-ins that journeys start listen there.
    COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8",
  }
  const server = await spawnServer(variables)
  const pods = [server]
  afterAll(async () => {
    await Promise.all(pods.map((pod) => pod.stop()))
    await drop()
  })
  return {
    url: server.url,
    siteUrl: server.siteUrl()!,
    output: server.output,
    async startPod() {
      const pod = await spawnServer(variables)
      pods.push(pod)
      return pod
    },
    setUpLink() {
      const link = /First run: \D*?(http\S+)/.exec(server.output())?.[1]
      if (!link) throw new Error(`The server printed no set-up link:\n${server.output()}`)
      return link
    },
  }
}

/** A product that Ana has set up already, for journeys that begin later, and a session of hers beside the browser. */
export async function startWithAdministrator(): Promise<
  Product & { ana: Session; administrator: typeof ADMINISTRATOR }
> {
  const product = await startProduct()
  const ana = openSession(product.url)
  const link = new URL(product.setUpLink())
  const code = link.searchParams.get("code") ?? new URLSearchParams(link.hash.slice(1)).get("token")
  await expectOk(ana.call("platform.setUp", { code, ...ADMINISTRATOR }))
  return { ...product, ana, administrator: ADMINISTRATOR }
}

export interface Joined {
  id: string
  email: string
  password: string
}

/** Invites somebody and accepts in their place, without a browser. */
export async function join(product: { url: string; ana: Session }, name: string, role = "viewer"): Promise<Joined> {
  const email = `${name.toLowerCase()}@example.test`
  const password = "yet another four words"
  const { link } = await expectOk(product.ana.call<{ link: string }>("platform.invitePerson", { email, roles: [role] }))
  const joining = openSession(product.url)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token")
  await expectOk(joining.call("platform.acceptInvitation", { token, name, password }))
  const { id } = await expectOk(joining.call<{ id: string }>("platform.me"))
  return { id, email, password }
}

export async function expectOk<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body
}
