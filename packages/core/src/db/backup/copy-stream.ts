import { once } from "node:events"
import type pg from "pg"

// One row makes one message; pieces of this size keep the cost of handing them on below that of the rows.
const PIECE_BYTES = 64 * 1024
const QUEUE_BYTES = 4 * PIECE_BYTES

/**
 * The output of a `COPY ... TO STDOUT`. Reading slowly slows the database down. A reader that stops early closes the
 * connection: there is no other way out of a COPY.
 */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(statement)
  client.query(copy)
  try {
    for (;;) {
      const piece = await copy.next()
      if (!piece) return
      yield piece
    }
  } finally {
    copy.abandon()
  }
}

/** Feeds `source` to a `COPY ... FROM STDIN`. Resolves to the number of rows once the database has taken them all. */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, source, (error, rows) => (error ? reject(error) : resolve(rows))))
  })
}

/** What pg calls on the query that is running, by message of the protocol. */
class CopyOut implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | null = null
  #rows: Buffer[] = []
  #bytes = 0
  #ended = false
  #error: Error | null = null
  #wake: () => void = () => {}

  constructor(statement: string) {
    this.#statement = statement
  }

  async next(): Promise<Buffer | null> {
    while (this.#bytes < PIECE_BYTES && !this.#ended) {
      this.#connection?.stream.resume()
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    if (this.#error) throw this.#error
    if (this.#bytes === 0) return null
    const piece = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    return piece
  }

  abandon(): void {
    if (!this.#ended) this.#connection?.stream.destroy()
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses the memory behind the chunk.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > QUEUE_BYTES) this.#connection?.stream.pause()
    if (this.#bytes >= PIECE_BYTES) this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end(null)
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  #end(error: Error | null): void {
    this.#ended = true
    this.#error = error
    this.#connection?.stream.resume()
    this.#wake()
  }
}

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #settle: (error: Error | null, rows: number) => void
  #rows = 0
  #sourceError: Error | null = null
  readonly #failed = new AbortController()

  constructor(statement: string, source: AsyncIterable<Buffer>, settle: (error: Error | null, rows: number) => void) {
    this.#statement = statement
    this.#source = source
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#feed(connection).catch((error: Error) => {
      this.#sourceError = error
      connection.sendCopyFail("the source of the data failed")
    })
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.replace("COPY ", ""))
  }

  handleReadyForQuery(): void {
    this.#settle(null, this.#rows)
  }

  handleError(error: Error): void {
    this.#failed.abort()
    this.#settle(this.#sourceError ?? error, 0)
  }

  async #feed(connection: CopyConnection): Promise<void> {
    for await (const piece of this.#source) {
      if (this.#failed.signal.aborted) return
      connection.sendCopyFromChunk(piece)
      if (connection.stream.writableNeedDrain) {
        await once(connection.stream, "drain", { signal: this.#failed.signal }).catch(() => {})
      }
    }
    if (!this.#failed.signal.aborted) connection.endCopyFrom()
  }
}

/** Methods pg's connection has and its types lack. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
