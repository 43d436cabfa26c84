import { describe, expect, it } from "vitest"
import { isWritten } from "./written-address.ts"

describe("isWritten", () => {
  const words = [
    "Look at https://status.example.com/health?full=1 and at Shop.example.com:8443/Ready, please.",
    "Is http://plain.example.com/ up? And (https://docs.example.com/a_(b)#part)?",
  ]

  it.each([
    "https://status.example.com/health?full=1",
    "https://status.example.com/health?full=1#part",
    "https://shop.example.com:8443/Ready",
    "http://shop.example.com:8443/Ready",
    "http://plain.example.com",
    "https://plain.example.com/",
    "https://docs.example.com/a_(b)",
  ])("knows %s, all of which the person wrote", (address) => {
    expect(isWritten(address, words)).toBe(true)
  })

  it.each([
    "https://status.example.com/health?full=1&d=secret",
    // A beginning of it: which one is asked for would tell something.
    "https://status.example.com/health?full=",
    "https://status.example.com/health",
    "https://status.example.com/",
    "https://docs.example.com/a_",
    "http://status.example.com/health?full=1",
    "https://status.example.com/secret",
    "https://status.example.com/Health",
    "https://secret@status.example.com/health",
    "https://example.com/",
    "https://tus.example.com/",
    "https://status.example.co/",
    "https://shop.example.com/Ready",
    "https://shop.example.com:8443/ready",
    "no address",
  ])("does not know %s", (address) => {
    expect(isWritten(address, words)).toBe(false)
  })
})
