import type { Socket } from "node:net"
import type pg from "pg"

const waiting = new WeakSet<Socket>()

/**
 * What is sent over a connection at one moment travels as one packet. A write to a socket takes longer than most of what
 * we do between two: a third of a server's time went into them (measured with the applies of proposals).
 */
export function inOnePacket(client: pg.ClientBase): void {
  const socket = (client as unknown as { connection?: { stream: Socket } }).connection?.stream
  if (!socket || waiting.has(socket)) return
  waiting.add(socket)
  socket.cork()
  // After everything that was ready to be sent by now.
  process.nextTick(() => {
    waiting.delete(socket)
    socket.uncork()
  })
}
