import { useChange } from "@countersign/core/web"
import {
  Badge,
  Button,
  CodeBlock,
  type Column,
  CopyField,
  DataTable,
  Dialog,
  Notice,
  Panel,
  PlainText,
  Time,
} from "@countersign/ui"
import { useState } from "react"
import { type CheckDetail, healthcheckContract, type TargetView } from "../../contract.ts"
import { CheckStatus } from "../CheckStatus.tsx"
import { formatMs } from "../words.ts"

/** "Checkout", "Checkout in Production". */
export function targetName({ system, environment }: Pick<TargetView, "system" | "environment">): string {
  return environment ? `${system.name} in ${environment.name}` : system.name
}

/** What is run, each by itself: one system in one environment. */
export function TargetsPanel({ check }: { check: CheckDetail }) {
  const [renewed, setRenewed] = useState<TargetView | null>(null)
  const isHeartbeat = check.strategyId === "heartbeat"
  const address: Column<TargetView> = {
    id: "address",
    header: "Address",
    width: "152px",
    priority: "meta",
    cell: (target) => (
      <Button size="sm" onClick={() => setRenewed(target)}>
        {target.heartbeat ? "Make a new address" : "Make an address"}
      </Button>
    ),
  }
  return (
    <Panel title="Targets">
      <DataTable
        label="Targets"
        columns={[...COLUMNS, ...(isHeartbeat ? [CALLED] : []), ...(isHeartbeat && check.mayChange ? [address] : [])]}
        rows={check.targets}
        rowId={({ id }) => String(id)}
        keyboard={false}
        empty={<p className="text-muted">It is for no system, so nothing runs. Choose systems with Edit.</p>}
      />
      {renewed && <HeartbeatDialog check={check} target={renewed} onClose={() => setRenewed(null)} />}
    </Panel>
  )
}

const COLUMNS: readonly Column<TargetView>[] = [
  {
    id: "status",
    header: "Status",
    width: "112px",
    priority: "meta",
    cell: ({ status }) => <CheckStatus status={status} />,
  },
  {
    id: "target",
    header: "For",
    width: "2fr",
    priority: "title",
    cell: (target) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">
          <PlainText>{targetName(target)}</PlainText>
        </span>
        {target.flapping && <Badge tone="degraded">Flapping</Badge>}
      </span>
    ),
  },
  {
    id: "since",
    header: "Since",
    width: "96px",
    cell: ({ since }) => since && <Time instant={since} />,
  },
  {
    id: "last",
    header: "Last run",
    width: "152px",
    priority: "meta",
    cell: ({ lastRunAt, lastDurationMs }) =>
      lastRunAt && (
        <>
          <Time instant={lastRunAt} />
          {lastDurationMs !== null && `, ${formatMs(lastDurationMs)}`}
        </>
      ),
  },
  {
    id: "next",
    header: "Next run",
    width: "96px",
    cell: ({ nextRunAt }) => nextRunAt && <Time instant={nextRunAt} />,
  },
]

const CALLED: Column<TargetView> = {
  id: "called",
  header: "Last call",
  width: "112px",
  priority: "meta",
  cell: ({ heartbeat }) =>
    heartbeat?.calledAt ? <Time instant={heartbeat.calledAt} /> : heartbeat ? "never" : "no address",
}

/** The address is shown when it is made, and never again. */
function HeartbeatDialog({ check, target, onClose }: { check: CheckDetail; target: TargetView; onClose: () => void }) {
  const renew = useChange(healthcheckContract.renewHeartbeat)
  const url = renew.data?.url
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Address for ${targetName(target)}`}
      description="Whoever has it can report that the job ran. It tells nothing about your systems."
      footer={
        url === undefined ? (
          <Button
            variant="primary"
            busy={renew.isPending}
            onClick={() => renew.mutate({ id: check.id, targetId: target.id })}
          >
            {target.heartbeat ? "Make a new address" : "Make an address"}
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {renew.error && <Notice tone="error">{renew.error.message}</Notice>}
        {url === undefined ? (
          <p>
            {target.heartbeat
              ? "There is one already, and it is not kept where it could be read. The one before stops working."
              : "Let the job call it at its end."}
          </p>
        ) : (
          <>
            <CopyField label="Address" value={url} once />
            <CodeBlock title="At the end of a job" code={`curl -fsS -m 10 --retry 3 "${url}"`} wrap />
            <CodeBlock
              title="When it failed, with a message"
              code={`curl -fsS -m 10 --retry 3 "${url}?status=down&message=disk+full"`}
              wrap
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
