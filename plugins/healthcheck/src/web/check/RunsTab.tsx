import { choicesFrom, ListFilters, ListTable, useList } from "@countersign/core/web"
import { type Column, EmptyState, Select, Time } from "@countersign/ui"
import { ListX } from "lucide-react"
import { useState } from "react"
import { type CheckDetail, healthcheckContract, type Run } from "../../contract.ts"
import { OutcomeMark } from "../CheckStatus.tsx"
import { formatMs, OUTCOME_WORDS } from "../words.ts"
import { RunDrawer } from "./RunDrawer.tsx"
import { targetName } from "./TargetsPanel.tsx"

/** Single runs, the latest first. */
export function RunsTab({ check }: { check: CheckDetail }) {
  const [open, setOpen] = useState<Run | null>(null)
  const list = useList(healthcheckContract.runHistory, {
    noun: ["run", "runs"],
    sort: ["at"],
    direction: "desc",
    filters: {
      outcome: Object.keys(OUTCOME_WORDS) as Run["outcome"][],
      target: check.targets.map(({ id }) => String(id)),
    },
    input: ({ outcome, target }) => ({
      checkId: check.id,
      ...(outcome && { status: [outcome] }),
      ...(target && { targetId: Number(target) }),
    }),
    rowId: ({ targetId, at }) => `${targetId} ${at}`,
  })
  const several = check.targets.length > 1
  return (
    <>
      <ListFilters list={list}>
        <Select
          prefixLabel="Ended"
          placeholder="any way"
          options={choicesFrom(OUTCOME_WORDS)}
          {...list.control("outcome")}
        />
        {several && (
          <Select
            prefixLabel="Target"
            placeholder="all"
            options={check.targets.map((one) => ({ value: String(one.id), label: targetName(one) }))}
            {...list.control("target")}
          />
        )}
      </ListFilters>
      <ListTable
        list={list}
        label="Runs"
        columns={several ? [...COLUMNS, TARGET] : COLUMNS}
        onOpen={setOpen}
        noMatch="No run that is still kept fits these filters."
        empty={
          <EmptyState title="No runs yet" icon={<ListX />}>
            A check runs at once when it is made, and then at its interval.
          </EmptyState>
        }
      />
      {open && <RunDrawer check={check} run={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: "outcome",
    header: "Ended",
    width: "208px",
    priority: "meta",
    cell: ({ outcome, inMaintenance }) => <OutcomeMark outcome={outcome} inMaintenance={inMaintenance} />,
  },
  {
    id: "at",
    header: "Time",
    width: "232px",
    priority: "title",
    cell: ({ at }) => <Time instant={at} as="exact" />,
  },
  {
    id: "duration",
    header: "Duration",
    width: "88px",
    align: "end",
    priority: "meta",
    cell: ({ durationMs }) => (durationMs === null ? "" : formatMs(durationMs)),
  },
  { id: "sentence", header: "Why", width: "3fr", cell: ({ sentence }) => sentence },
]

const TARGET: Column<Run> = { id: "target", header: "For", width: "1fr", cell: targetName }
