import { useState } from "react"
import { sendFile } from "./send-file.ts"

/** Sends files one after the other; what was refused, and what was changed of the others, is told at the end. */
export function useUploads(onSent: () => void) {
  const [sending, setSending] = useState(false)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [notes, setNotes] = useState<readonly string[]>([])
  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || sending) return
    setSending(true)
    setFailures([])
    setNotes([])
    for (const file of files) {
      try {
        const sent = await sendFile(file)
        setNotes((before) => [...before, ...sent.notes.map((note) => `${file.name}: ${note}`)])
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        setFailures((before) => [...before, message.includes(file.name) ? message : `${file.name}: ${message}`])
      }
    }
    setSending(false)
    onSent()
  }
  function forget() {
    setFailures([])
    setNotes([])
  }
  return { sending, failures, notes, send: (files: readonly File[]) => void send(files), forget }
}
