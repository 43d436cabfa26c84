import { describe, expect, it } from "vitest"
import { isPublicAddress, parseAddress } from "./public-address.ts"

const isPublic = (text: string) => {
  const bytes = parseAddress(text)
  if (!bytes) throw new Error(`"${text}" is no address.`)
  return isPublicAddress(bytes)
}

const PUBLIC_V4 = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "93.184.215.14",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "168.63.129.17",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "191.255.255.255",
  "192.0.1.0",
  "192.0.3.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "203.0.112.255",
  "203.0.114.0",
  "223.255.255.255",
]

const INNER_V4 = [
  "0.0.0.0",
  "0.255.255.255",
  "10.0.0.0",
  "10.255.255.255",
  "100.64.0.0",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.0",
  "127.0.0.1",
  "127.1.2.3",
  "127.255.255.255",
  "168.63.129.16",
  "169.254.0.0",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.0",
  "172.31.255.255",
  "192.0.0.0",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.0.0",
  "192.168.255.255",
  "192.175.48.1",
  "198.18.0.0",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
]

const PUBLIC_V6 = [
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2400:cb00::1",
  "2606:4700:4700::1111",
  "2620:4f:7fff::1",
  "2620:4f:8001::1",
  "2a00:1450:4001:800::200e",
  "3ffe::1",
  "3fff:1000::1",
]

const INNER_V6 = [
  "::",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::2",
  "::7f00:1",
  "::127.0.0.1",
  "::8.8.8.8",
  "64:ff9b:1::1",
  "64:ff9b:1:7f00:0:100::",
  "64:ff9a::8.8.8.8",
  "100::1",
  "100:0:0:1::1",
  "1fff:ffff::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:80ff:fffe",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:1ff:ffff::1",
  "2001:db8::1",
  "2001:db8:ffff::1",
  "2002::1",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "2002:a9fe:a9fe::1",
  "2620:4f:8000::1",
  "3fff::1",
  "3fff:fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fdff:ffff::1",
  "fe00::1",
  "fe80::1",
  "fe80::1%eth0",
  "fe80::a9fe:a9fe%1",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
  "ffff::1",
  // ISATAP, under local and under global prefixes.
  "fe80::5efe:7f00:1",
  "fe80::200:5efe:10.0.0.1",
  "2a00:1450::5efe:127.0.0.1",
  "2a00:1450::200:5efe:169.254.169.254",
  "2a00:1450::5efe:8.8.8.8",
]

/** Every way an IPv6 address carries an IPv4 one to its end. */
const CARRIERS: ((v4: string) => string)[] = [
  (v4) => `::ffff:${v4}`,
  (v4) => `::FFFF:${v4}`,
  (v4) => `0:0:0:0:0:ffff:${v4}`,
  (v4) => `::ffff:${words(v4)}`,
  (v4) => `0000:0000:0000:0000:0000:ffff:${words(v4)}`,
  (v4) => `::ffff:0:${v4}`,
  (v4) => `64:ff9b::${v4}`,
  (v4) => `64:ff9b::${words(v4)}`,
  (v4) => `0064:ff9b:0:0:0:0:${v4}`,
]

function words(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const NO_ADDRESS = [
  "",
  ".",
  ":",
  ":::",
  "1",
  "1.2.3",
  "1.2.3.4.5",
  "1.2.3.256",
  "01.2.3.4",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "127.0.0.1.",
  " 127.0.0.1",
  "1.2.3.-4",
  "1.2.3.4/8",
  "::1::2",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "::12345",
  "::g",
  "::1.2.3",
  "::1.2.3.4:5",
  "fe80::1%a%b",
  "localhost",
  "[::1",
]

describe("isPublicAddress", () => {
  it.each(PUBLIC_V4)("lets %s pass, plain and carried by IPv6", (v4) => {
    expect(isPublic(v4)).toBe(true)
    for (const carry of CARRIERS) expect(isPublic(carry(v4)), carry(v4)).toBe(true)
  })

  it.each(INNER_V4)("refuses %s, plain and however IPv6 carries it", (v4) => {
    expect(isPublic(v4)).toBe(false)
    for (const carry of CARRIERS) expect(isPublic(carry(v4)), carry(v4)).toBe(false)
    for (const carry of [`::${v4}`, `2002:${words(v4)}::1`, `2a00:1450::5efe:${v4}`])
      expect(isPublic(carry), carry).toBe(false)
  })

  it.each(PUBLIC_V6)("lets %s pass", (v6) => expect(isPublic(v6)).toBe(true))
  it.each(INNER_V6)("refuses %s", (v6) => expect(isPublic(v6)).toBe(false))
})

describe("parseAddress", () => {
  it.each(NO_ADDRESS)('takes "%s" for no address', (text) => expect(parseAddress(text)).toBeNull())

  it("reads brackets and zones", () => {
    expect(parseAddress("[::1]")).toEqual(parseAddress("::1"))
    expect(parseAddress("fe80::1%eth0")).toEqual(parseAddress("fe80::1"))
  })
})
