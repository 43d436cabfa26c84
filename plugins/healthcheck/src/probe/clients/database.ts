export interface DatabaseAsked {
  host: string
  port: number
  database: string
  user: string
  password?: string | undefined
  query: string
  tls: "off" | "on" | "any-certificate"
  family: "any" | "ipv4" | "ipv6"
}
