import { readFileSync } from "node:fs"
import { validate } from "dockerfile-utils"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { readEnvironment } from "../apps/server/src/environment.ts"
import { serverFlags } from "../scripts/server-flags.mjs"

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8")
const dockerfile = read("./Dockerfile")

describe("the container files", () => {
  it("lint clean", () => {
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  it("copy only what is in the tree, and run as an ordinary user", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]!.split(" "))
    for (const source of sources)
      expect(() => readFileSync(new URL(`../${source}`, import.meta.url)), source).not.toThrow("ENOENT")
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  it("bring what keeps scripts in and what pings, before the ordinary user takes over", () => {
    const [, last = ""] = dockerfile.split(/^FROM .* AS build$/m)[1]!.split(/^FROM /m)
    const [installing = "", running] = last.split(/^USER node$/m)
    for (const name of ["bubblewrap", "iputils-ping"])
      expect(installing).toMatch(new RegExp(`apt-get install .*${name}`))
    expect(running).toBeDefined()
  })

  it("run the server as npm start does", () => {
    expect(dockerfile).toContain(
      `CMD ${JSON.stringify(["node", ...serverFlags, "dist/server/main.js"]).replaceAll(",", ", ")}`,
    )
  })

  it("give the server a configuration it accepts", () => {
    const compose = parse(read("./compose.yaml"))
    const given = {
      POSTGRES_PASSWORD: "secret",
      COUNTERSIGN_SECRET: "s".repeat(40),
      PUBLIC_URL: "https://ops.example.org",
    }
    const fill = (text: string) => text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: keyof typeof given) => given[name])
    const variables = Object.fromEntries(
      Object.entries(compose.services.app.environment as Record<string, string>).map(([name, value]) => [
        name,
        fill(value),
      ]),
    )
    expect(readEnvironment(variables)).toMatchObject({
      DATABASE_URL: "postgres://countersign:secret@postgres:5432/countersign",
    })
    expect(compose.services.app.depends_on.postgres.condition).toBe("service_healthy")
  })

  it("name every variable that has to be filled in", () => {
    const wanted = new Set([...read("./compose.yaml").matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]))
    const offered = new Set([...read("./.env.example").matchAll(/^(\w+)=/gm)].map((match) => match[1]))
    expect(offered).toEqual(wanted)
  })
})
