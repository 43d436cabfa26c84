import { describe, expect, it } from "vitest"
import { readEnvironment } from "./environment.ts"

describe("readEnvironment", () => {
  it("needs nothing: the defaults serve on loopback with the embedded database", () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 4400,
      HOST: "127.0.0.1",
      DATA_DIR: "./data",
      ROLE: "all",
      LOG_LEVEL: "info",
    })
  })

  it("lets everything call what was written down, and only connections to models the Ollama next door", () => {
    const ollama = (variables: Record<string, string>) => {
      const { allow, allowToAll } = readEnvironment(variables).COUNTERSIGN_ALLOW_PRIVATE
      return [allow, allowToAll].map((list) => list.holdsName("localhost", 11434))
    }
    expect(ollama({})).toEqual([true, false])
    expect(ollama({ COUNTERSIGN_ALLOW_PRIVATE: "localhost:11434" })).toEqual([true, true])
    expect(ollama({ COUNTERSIGN_ALLOW_PRIVATE: "none" })).toEqual([false, false])
  })

  it.each([
    [{ PORT: "eighty" }, 'PORT takes a port number from 0 to 65535; it is set to "eighty".'],
    [{ PORT: "70000" }, "PORT takes a port number"],
    [{ ROLE: "boss" }, 'ROLE takes all, web or worker; it is set to "boss".'],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL takes debug, info, warn or error"],
    [{ PUBLIC_URL: "countersign.example" }, "PUBLIC_URL takes an address that begins with http:// or https://"],
    [{ DATABASE_URL: "mysql://db" }, "DATABASE_URL takes an address that begins with postgres:// or postgresql://"],
    [{ DATABASE_URL: "postgres://db/x" }, "COUNTERSIGN_SECRET is required with DATABASE_URL"],
    [{ COUNTERSIGN_SECRET: "short" }, "COUNTERSIGN_SECRET takes at least 32 characters"],
    [{ COUNTERSIGN_ADMIN_EMAIL: "ana@example.test" }, "go together"],
    [{ COUNTERSIGN_ADMIN_EMAIL: "ana", COUNTERSIGN_ADMIN_PASSWORD: "long enough password" }, "takes an e-mail address"],
    [{ TZ: "Mars/Base" }, "TZ takes a time zone's name"],
  ])("names the variable and what it takes: %o", (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence)
  })

  it("never prints a secret that is too short", () => {
    expect(() => readEnvironment({ COUNTERSIGN_SECRET: "hunter2" })).not.toThrow("hunter2")
  })

  it("takes an empty variable as one that is not set", () => {
    expect(readEnvironment({ PUBLIC_URL: "", COUNTERSIGN_SECRET: "" })).toMatchObject({ PORT: 4400 })
  })
})
