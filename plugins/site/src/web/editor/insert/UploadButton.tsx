import { Button } from "@countersign/ui"
import { Upload } from "lucide-react"
import { useRef, useState } from "react"

interface UploadButtonProps {
  label: string
  /** As a file field names it; everything where it is left out. */
  accept?: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => Promise<void>
}

/** Chooses files of this machine, and is busy for as long as they are sent. */
export function UploadButton({ label, accept, multiple = false, onFiles }: UploadButtonProps) {
  const choose = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  async function send(field: HTMLInputElement): Promise<void> {
    const files = [...(field.files ?? [])]
    // The same file can be chosen again.
    field.value = ""
    if (files.length === 0) return
    setBusy(true)
    await onFiles(files)
    setBusy(false)
  }
  return (
    <>
      <Button icon={<Upload />} busy={isBusy} onClick={() => choose.current?.click()}>
        {label}
      </Button>
      <input
        ref={choose}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => void send(event.currentTarget)}
      />
    </>
  )
}
