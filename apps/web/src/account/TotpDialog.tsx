import { sessionContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { CopyField, Field, TextInput } from "@countersign/ui"
import { useMemo } from "react"
import { encode } from "uqr"

export default function TotpDialog(props: {
  uri: string
  secret: string
  onDone: (backupCodes: readonly string[]) => void
  onClose: () => void
}) {
  const form = useForm(sessionContract.confirmTotp, {
    values: () => ({ code: "" }),
    input: (values) => values,
    onDone: ({ backupCodes }) => props.onDone(backupCodes),
    alsoChanges: ["platform.person"],
  })
  return (
    <FormDialog
      name="authenticator-code"
      form={form}
      onClose={props.onClose}
      title="Set up an authenticator app"
      description="Scan this with the app, then write the code it shows."
      submitLabel="Turn on"
    >
      <QrCode text={props.uri} />
      <CopyField label="Or type this secret into the app" value={props.secret} />
      <Field label="Code" hint="Six digits." path="code">
        <TextInput mono inputMode="numeric" autoComplete="one-time-code" className="max-w-40" {...form.text("code")} />
      </Field>
    </FormDialog>
  )
}

/** Always dark on white: many cameras cannot read it the other way round. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 2 })
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    return { size, path: squares.join("") }
  }, [text])
  return (
    <svg
      role="img"
      aria-label="QR code with the secret that stands below it"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
