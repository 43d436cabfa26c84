import { defineKind, type KindEntry } from "@countersign/core/contract"
import type { z } from "zod"
import type { AssertionResult } from "./assertion.ts"
import type { ScriptRunner } from "./script-runner.ts"

/** A way to check. What a form, a tool's schema, validation and the list of capabilities need is all in it. */
export interface Strategy<Config = never, Socket = unknown> extends KindEntry {
  /** A strict object; fields carry their words, see `words` in probe/configuration/fields.ts. */
  readonly config: z.ZodObject
  /** Of the configuration's form. A stored one of an older form is brought forward by `migrations`, one step at a time. */
  readonly version: number
  /** From the form of that number to the next. */
  readonly migrations: Readonly<Record<number, (config: Record<string, unknown>) => Record<string, unknown>>>
  /** What can be measured, in the order in which a form offers it. */
  readonly collectors: readonly Collector[]
  /** What a schema cannot say: fields that contradict each other. Paths are below the configuration. */
  check?(config: Config): Promise<{ path: string; message: string }[]>
  /**
   * Throws a ProbeError when it could not complete: name, connection, TLS, time, configuration. What was found is a value,
   * also a 404, an exit code of 1 and no rows. Method syntax: a list of strategies holds those of every configuration.
   */
  probe(target: Target, config: Config, limits: Limits<Socket>): Promise<Findings>
}

export interface Collector {
  readonly id: string
  readonly title: string
  readonly description: string
  /** What it gives, by field. Assertions are checked against it. */
  readonly result: z.ZodObject
}

/** By collector, then by field. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Findings {
  values: Values
  /** Of strategies that judge something themselves: the steps of a journey, what a script answers. */
  judged?: readonly AssertionResult[]
}

/** What a check is run for: the facts that templates name, and what arrived from outside. */
export interface Target {
  facts: Facts
  /** Collectors whose values are wanted. What serves none of them need not be measured. */
  collectors: ReadonlySet<string>
  /** Of a heartbeat: the latest call, and since when one is waited for. */
  heartbeat?: { latest: Beat | null; waitingSince: Date }
}

/** `{{ environment.x }}`, `{{ system.x }}`, `{{ check.x }}`. */
export interface Facts {
  check: Record<string, unknown>
  system: Record<string, unknown>
  environment?: Record<string, unknown>
}

export interface Beat {
  at: Date
  status: "up" | "down"
  message: string
  value: number | null
}

/** What one probe may use, and its only way to the network. */
export interface Limits<Socket = unknown> {
  /** Aborted when the time is over. Whatever was opened through `dial` is closed then. */
  readonly signal: AbortSignal
  timeLeftMs(): number
  now(): Date
  /** Of all connections of this probe together. */
  readonly maxBytes: number
  /** Where a host lies: looked up once, checked, and never asked for again. Refuses hosts that a secret of the check may not go to. */
  addressOf(host: string, port: number, options?: DialOptions): Promise<string>
  dial(host: string, port: number, options?: DialOptions): Promise<Line<Socket>>
  /** Names of the secrets that stood below this path of the configuration. */
  secretsIn(path: string): readonly string[]
  /** Values of the secrets the check names, for scripts alone. */
  readonly secretValues: Readonly<Record<string, string>>
  /** Takes the secrets of the check out of what a server said: before it is cut or put on one line, or a part of one stays. */
  hide(text: string): string
  /** Trusted besides the public certificate authorities. */
  readonly ca: string | undefined
  readonly runner: ScriptRunner | undefined
  /** The program that pings. */
  readonly pingCommand: string
  /** For what is no socket: called when the probe is over, however it ends. */
  atEnd(close: () => void): void
}

export interface DialOptions {
  family?: 4 | 6
  /** Secrets that are sent there. All of the check's unless told otherwise. */
  carries?: readonly string[]
}

/** An open connection with what it took to get there. */
export interface Line<Socket = unknown> {
  /** A Duplex of Node's: named by the probing side, since a contract runs in pages too. */
  readonly socket: Socket
  readonly address: string
  readonly nameMs: number
  readonly connectMs: number
}

export const strategyKind = defineKind<Strategy>("healthcheck.strategy", "ways to check")
