import { Button, Dialog, useCopy } from "@countersign/ui"
import { Check, Copy, Download } from "lucide-react"

export function BackupCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n")
  const [copied, copy] = useCopy(text)

  function download() {
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }))
    link.download = "countersign-backup-codes.txt"
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Store your backup codes"
      description="Each lets you in once without the app. They are shown only now, so keep them where the phone is not."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <ol
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-prose"
        aria-label="Backup codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex gap-2">
        <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
        <Button icon={<Download />} onClick={download}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}
