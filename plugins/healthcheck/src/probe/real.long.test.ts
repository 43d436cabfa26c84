/** Against the servers people run, from the packages of Debian. What is not installed fails by name, and is never left out. */
import { execFileSync, spawn } from "node:child_process"
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TEST_CERTIFICATE, TEST_KEY } from "./servers/certificates.fixture.ts"
import { tryCheck } from "./servers/try-check.fixture.ts"

/** Programs and the package each comes from. */
const NEEDED = {
  mariadbd: "mariadb-server",
  "mariadb-install-db": "mariadb-server",
  "redis-server": "redis-server",
  sshd: "openssh-server",
  "ssh-keygen": "openssh-client",
  unbound: "unbound",
  ping: "iputils-ping",
  "/usr/bin/aiosmtpd": "python3-aiosmtpd",
  nginx: "nginx-light",
  etcd: "etcd-server",
  "/usr/lib/python3/dist-packages/websockets": "python3-websockets",
}
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/bin"]

function find(program: string): string | null {
  for (const path of program.startsWith("/") ? [program] : FOLDERS.map((folder) => join(folder, program))) {
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not there: the next folder.
    }
  }
  return null
}

const missing = [...new Set(Object.entries(NEEDED).flatMap(([program, from]) => (find(program) ? [] : [from])))]
const host = "client.example.test"
const folder = mkdtempSync(join(tmpdir(), "countersign-real-"))
const running: ReturnType<typeof spawn>[] = []

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((listening) => server.once("listening", listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Started, and ready once its port opens. */
async function serve(
  program: string,
  args: string[],
  port: number,
  options: { uid?: number; gid?: number } = {},
): Promise<number> {
  const child = spawn(find(program)!, args, { stdio: ["ignore", "pipe", "pipe"], ...options })
  let said = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4_000)
    })
  running.push(child)
  const opens = () =>
    new Promise<boolean>((answer) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy()
        answer(true)
      })
      socket.on("error", () => answer(false))
    })
  await expect.poll(opens, { timeout: 60_000, message: `${program} does not listen: ${said}` }).toBe(true)
  return port
}

beforeAll(() => {
  if (missing.length > 0)
    throw new Error(
      `Not installed here: ${missing.join(", ")}. Run apt-get install ${missing.join(" ")}, then this again.`,
    )
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, "cert.pem"), TEST_CERTIFICATE)
  writeFileSync(join(folder, "key.pem"), TEST_KEY, { mode: 0o644 })
})
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL")
  await Promise.all(
    running.map((child) => child.exitCode !== null || new Promise((ended) => child.once("close", ended))),
  )
  rmSync(folder, { recursive: true, force: true })
})

const secret = (name: string) => `$\{{ secrets.${name} }}`
const check = (strategyId: string, config: object, secrets: Record<string, string> = {}) =>
  tryCheck(
    { strategyId, config, timeoutSeconds: 20, collectors: strategyId === "redis" ? [{ id: "server" }] : [] },
    {
      ca: TEST_CERTIFICATE,
      secrets: Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, { value, hosts: [host] }])),
    },
  )
const nobody = () => {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync("/etc/passwd", "utf8")) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

describe("real servers", () => {
  it("MariaDB, in clear and encrypted", async () => {
    const [data, port] = [join(folder, "mysql"), await freePort()]
    mkdirSync(data)
    const as = nobody()
    if (as.uid !== undefined) execFileSync("chown", ["-R", `${as.uid}:${as.gid}`, data])
    execFileSync(
      find("mariadb-install-db")!,
      [`--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"],
      { stdio: "ignore", ...as },
    )
    const init = join(folder, "init.sql")
    writeFileSync(
      init,
      "CREATE USER watcher@'%' IDENTIFIED BY 'open sesame';\nCREATE DATABASE shop;\nGRANT SELECT ON shop.* TO watcher@'%';\n",
    )
    await serve(
      "mariadbd",
      [
        "--no-defaults",
        `--datadir=${data}`,
        `--port=${port}`,
        "--bind-address=127.0.0.1",
        `--socket=${data}/s`,
        `--init-file=${init}`,
        `--ssl-cert=${folder}/cert.pem`,
        `--ssl-key=${folder}/key.pem`,
      ],
      port,
      as,
    )
    const config = {
      host,
      port,
      database: "shop",
      user: "watcher",
      password: secret("PASSWORD"),
      query: "SELECT 6 * 7 AS answer",
    }
    for (const tls of ["off", "on"]) {
      const run = await check("mysql", { ...config, tls }, { PASSWORD: "open sesame" })
      expect(run.failure, tls).toBeNull()
      expect(run.values).toMatchObject({
        query: { rows: 1, value: "42" },
        server: { version: expect.stringContaining("MariaDB") },
      })
    }
    expect(
      (await check("mysql", { ...config, tls: "on", host: "wrong.example.test", password: undefined }, {})).failure
        ?.code,
    ).toBe("tls-wrong-host")
    expect((await check("mysql", config, { PASSWORD: "wrong one" })).failure?.code).toBe("login-refused")
    expect(
      (await check("mysql", { ...config, query: "SELECT * FROM shop.none" }, { PASSWORD: "open sesame" })).failure
        ?.code,
    ).toBe("query-failed")
  })

  it("Redis, with a password", async () => {
    const port = await freePort()
    await serve(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--requirepass", "open sesame", "--dir", folder],
      port,
    )
    const run = await check("redis", { host, port, password: secret("PASSWORD") }, { PASSWORD: "open sesame" })
    expect(run.failure).toBeNull()
    expect(run.values).toMatchObject({
      reply: { reply: "PONG" },
      server: { role: "master", version: expect.stringMatching(/^\d/) },
    })
    expect((await check("redis", { host, port })).failure?.code).toBe("login-refused")
  })

  it("OpenSSH: host key, a command by key, a wrong key", async () => {
    const port = await freePort()
    for (const name of ["host", "client", "other"])
      execFileSync(find("ssh-keygen")!, ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)])
    writeFileSync(join(folder, "authorized"), readFileSync(join(folder, "client.pub")), { mode: 0o600 })
    writeFileSync(
      join(folder, "sshd.conf"),
      `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${folder}/host\nAuthorizedKeysFile ${folder}/authorized\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin prohibit-password\n`,
    )
    // Without it sshd does not start; the package makes it at boot.
    if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true })
    await serve("sshd", ["-D", "-e", "-f", join(folder, "sshd.conf")], port)
    const user = execFileSync("id", ["-un"]).toString().trim()
    const shown = execFileSync(find("ssh-keygen")!, ["-lf", join(folder, "host.pub")])
      .toString()
      .split(" ")[1]
    const config = { host, port, user, privateKey: secret("KEY"), command: "echo here; exit 3", hostKey: shown }
    const key = (name: string) => ({ KEY: readFileSync(join(folder, name), "utf8") })
    const run = await check("ssh", config, key("client"))
    expect(run.failure).toBeNull()
    expect(run.values).toMatchObject({ hostKey: { fingerprint: shown }, command: { exitCode: 3, output: "here\n" } })
    expect((await check("ssh", config, key("other"))).failure?.code).toBe("login-refused")
    expect((await check("ssh", { host, port })).values).toMatchObject({ hostKey: { type: "ssh-ed25519" } })
  })

  it("Unbound", async () => {
    const port = await freePort()
    writeFileSync(
      join(folder, "unbound.conf"),
      `server:\n  interface: 127.0.0.1@${port}\n  do-daemonize: no\n  chroot: ""\n  username: ""\n  pidfile: ""\n  directory: "${folder}"\n  use-syslog: no\n  local-zone: "example.test." static\n  local-data: "example.test. 120 IN A 192.0.2.7"\n  local-data: 'example.test. 60 IN TXT "hello there"'\nremote-control:\n  control-enable: no\n`,
    )
    await serve("unbound", ["-d", "-c", join(folder, "unbound.conf")], port)
    const ask = (name: string, type: string) => check("dns", { name, type, server: host, port })
    expect((await ask("example.test", "A")).values.answer).toMatchObject({
      code: "NOERROR",
      records: ["192.0.2.7"],
      ttl: 120,
    })
    expect((await ask("example.test", "TXT")).values.answer).toMatchObject({ records: ["hello there"] })
    expect((await ask("none.example.test", "A")).values.answer).toMatchObject({ code: "NXDOMAIN", records: [] })
  })

  it("a mail server with STARTTLS", async () => {
    const port = await freePort()
    await serve(
      "/usr/bin/aiosmtpd",
      [
        "-n",
        "-l",
        `127.0.0.1:${port}`,
        "--tlscert",
        join(folder, "cert.pem"),
        "--tlskey",
        join(folder, "key.pem"),
        "-c",
        "aiosmtpd.handlers.Sink",
      ],
      port,
    )
    const run = await check("smtp", { host, port })
    expect(run.failure).toBeNull()
    expect(run.values.session).toMatchObject({ encrypted: true, signedIn: false })
    expect((await check("smtp", { host: "wrong.example.test", port })).failure?.code).toBe("tls-wrong-host")
  })

  it("nginx: pages, a redirect, packed answers, its certificate", async () => {
    const [plain, secure] = [await freePort(), await freePort()]
    const pages = join(folder, "pages")
    mkdirSync(pages)
    writeFileSync(join(pages, "index.html"), `<p>${"All is well. ".repeat(200)}</p>`)
    const tls = `listen 127.0.0.1:${secure} ssl http2; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;`
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; root ${pages}; gzip on; gzip_min_length 10; server { listen 127.0.0.1:${plain}; location = /old { return 301 https://${host}:${secure}/; } }\nserver { ${tls} } }\n`,
    )
    await serve("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], plain)
    const [page, moved, missing, wrong] = await Promise.all([
      check("http", { url: `https://${host}:${secure}/` }),
      check("http", { url: `http://${host}:${plain}/old` }),
      check("http", { url: `http://${host}:${plain}/none` }),
      check("http", { url: `https://wrong.example.test:${secure}/` }),
    ])
    expect(page.failure).toBeNull()
    expect(page.values.response).toMatchObject({
      status: 200,
      body: expect.stringContaining("All is well."),
      redirects: 0,
    })
    expect(moved.values.response).toMatchObject({ status: 200, redirects: 1 })
    expect(missing.values.response).toMatchObject({ status: 404 })
    expect(wrong.failure?.code).toBe("tls-wrong-host")
    expect((await check("tls", { host, port: secure })).values).toMatchObject({
      certificate: { subject: "CN=client.example.test" },
      session: { trusted: true, protocol: "TLSv1.3" },
    })
    expect((await check("tcp", { host, port: plain })).failure).toBeNull()
    const journey = await check("journey", {
      steps: [
        {
          name: "Look",
          url: `http://${host}:${plain}/`,
          extract: [
            { name: "kind", from: "header", expression: "Content-Type" },
            { name: "said", from: "pattern", expression: "<p>(\\w+)" },
          ],
          assertions: [{ field: "status", operator: "equals", value: 200 }],
        },
        {
          name: "Miss",
          url: `https://${host}:${secure}/{{ values.said }}`,
          headers: [{ name: "accept", value: "{{ values.kind }}" }],
          assertions: [{ field: "status", operator: "equals", value: 404 }],
        },
      ],
    })
    expect(journey.failure).toBeNull()
    expect(journey.outcome).toBe("ok")
    expect(Object.values(journey.values)[0]).toMatchObject({ completed: true, steps: 2, failedStep: "" })
  })

  it("etcd, which answers for its health over gRPC, in clear and encrypted", async () => {
    for (const tls of ["off", "on"]) {
      const [port, peer] = [await freePort(), await freePort()]
      const scheme = tls === "on" ? "https" : "http"
      await serve(
        "etcd",
        [
          ...["--data-dir", join(folder, `etcd-${tls}`), "--listen-peer-urls", `http://127.0.0.1:${peer}`],
          ...["--listen-client-urls", `${scheme}://127.0.0.1:${port}`],
          ...["--advertise-client-urls", `${scheme}://127.0.0.1:${port}`],
          ...(tls === "on" ? ["--cert-file", join(folder, "cert.pem"), "--key-file", join(folder, "key.pem")] : []),
        ],
        port,
      )
      const run = await check("grpc", { host, port, tls })
      expect(run.failure, tls).toBeNull()
      expect(run.values.health).toMatchObject({ status: "SERVING", serving: true, code: 0 })
      expect((await check("grpc", { host, port, tls, service: "none" })).values.health).toMatchObject({
        code: 5,
        serving: false,
      })
    }
  })

  it("a WebSocket server written in Python", async () => {
    const port = await freePort()
    const program = join(folder, "echo.py")
    writeFileSync(
      program,
      `import asyncio, websockets\nasync def echo(socket):\n    async for message in socket:\n        await socket.send("heard " + message)\nasync def main():\n    async with websockets.serve(echo, "127.0.0.1", ${port}, subprotocols=["chat"]):\n        await asyncio.Future()\nasyncio.run(main())\n`,
    )
    await serve("/usr/bin/python3", [program], port)
    const run = await check("websocket", {
      url: `ws://${host}:${port}/`,
      send: "hello",
      waitForMessage: true,
      subprotocol: "chat",
    })
    expect(run.failure).toBeNull()
    expect(run.values.connection).toMatchObject({ message: "heard hello", subprotocol: "chat" })
  })

  it("ping of this machine", async () => {
    const { failure, values } = await check("ping", { host })
    // As nobody, and where the kernel lets no group ping, it is told; then there is no figure to look at. Root always may.
    if (process.getuid?.() === 0) expect(failure).toBeNull()
    if (failure) expect(failure.code).toBe("ping-unavailable")
    else expect((values.reply as { roundTripMs: number }).roundTripMs).toBeLessThan(1_000)
  })
})
