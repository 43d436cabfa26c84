import { STATUSES, type Status, worstStatus } from "../../contract.ts"

export interface ReferenceReport {
  source: string
  environmentId: string | null
  status: Status | null
  measured: boolean
  inherited: boolean
}

export interface ReferenceChange {
  at: string
  status: Status | null
  source: string
}

/** The rules of a system's status in the plainest words there are: everything is kept and looked at anew each time. */
export class ReferenceStatus {
  readonly #reports: (ReferenceReport & { status: Status; since: string })[] = []
  readonly changes: ReferenceChange[] = []
  status: Status | null = null

  take(report: ReferenceReport, at: string): void {
    const place = this.#reports.findIndex(
      (one) => one.source === report.source && one.environmentId === report.environmentId,
    )
    const old = this.#reports[place]
    if (place >= 0) this.#reports.splice(place, 1)
    const { status } = report
    if (status) this.#reports.push({ ...report, status, since: old?.status === status ? old.since : at })
    this.#settle(report.source, at)
  }

  leave(environmentId: string, at: string): void {
    const gone = this.#reports.filter((one) => one.environmentId === environmentId)
    for (const one of gone) this.#reports.splice(this.#reports.indexOf(one), 1)
    if (gone.length > 0) this.#settle(gone[0]!.source, at)
  }

  get covered(): number {
    return this.#reports.filter((one) => this.#isCovered(one)).length
  }

  #isCovered({ measured, status, environmentId }: ReferenceReport): boolean {
    const covers = this.#reports.filter((one) => one.status === "maintenance" && !one.inherited)
    const meets = covers.some((one) => one.environmentId === null || one.environmentId === environmentId)
    return measured && status !== "maintenance" && meets
  }

  #settle(by: string, at: string): void {
    const counting = this.#reports.filter((one) => !this.#isCovered(one))
    const status = worstStatus(counting.map((one) => one.status))
    if (status === this.status) return
    const [cause] = counting
      .filter((one) => one.status === status)
      .sort((a, b) => compare(a.since, b.since) || compare(a.source, b.source))
    this.status = status
    this.changes.push({ at, status, source: cause?.source ?? by })
  }
}

export const RANDOM_STATUSES: readonly (Status | null)[] = [...STATUSES, null, "maintenance"]

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
