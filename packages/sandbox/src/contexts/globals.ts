/** What every script has beside the language itself (ES2023, without Intl and shared memory). `child/prelude.ts` makes it. */
export const globalDeclarations = `/** Lines written here are kept with the run, up to 64 KiB. */
declare const console: {
  debug(...values: unknown[]): void
  log(...values: unknown[]): void
  info(...values: unknown[]): void
  warn(...values: unknown[]): void
  error(...values: unknown[]): void
}

declare function setTimeout(callback: (...values: any[]) => void, ms?: number, ...values: unknown[]): number
declare function clearTimeout(id: number | undefined): void

/** Base64 of a text whose letters are at most U+00FF, for example for basic authentication. */
declare function btoa(text: string): string
declare function atob(encoded: string): string

interface FetchInit {
  /** "GET" where nothing is said. */
  method?: string
  headers?: Record<string, string>
  body?: string | null
}

interface FetchResponse {
  /** The status is 200 to 299. */
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly headers: {
    get(name: string): string | null
    has(name: string): boolean
    entries(): IterableIterator<[string, string]>
  }
  text(): Promise<string>
  json(): Promise<any>
}

/** Guarded: private addresses are refused where the administrator did not allow them. Rejects when no answer came. */
declare function fetch(url: string, init?: FetchInit): Promise<FetchResponse>
`
