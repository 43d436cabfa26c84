import { Button, Notice } from "@countersign/ui"

/** The server's own sentence, and a way to try again. */
export function Failure({ error, onRetry }: { error: { message: string }; onRetry: () => unknown }) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}
