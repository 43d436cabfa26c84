import { cx } from "../class-names.ts"

export type SkeletonProps = {
  /** Lines of text to stand in for. */
  lines?: number
  /** One block of this size instead of lines, as utilities: "h-24 w-full". */
  block?: string
  /** Said once to assistive technology; leave out where something nearby says it. */
  label?: string
  className?: string
}

/** Stands in for what is loading; invisible for the first 150 ms, so quick answers do not flicker. */
export function Skeleton({ lines = 3, block, label, className }: SkeletonProps) {
  return (
    <div className={cx("animate-appear", className)} aria-busy="true">
      {label && (
        <span role="status" className="sr-only">
          {label}
        </span>
      )}
      {block ? (
        <SkeletonBar className={block} />
      ) : (
        <div className="flex flex-col gap-3">
          {Array.from({ length: lines }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical bars.
            <SkeletonBar key={index} className={cx("h-3", LINE_WIDTHS[index % LINE_WIDTHS.length])} />
          ))}
        </div>
      )}
    </div>
  )
}

export function SkeletonBar({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block rounded-sm bg-pressed", className)} />
}

const LINE_WIDTHS = ["w-11/12", "w-3/4", "w-5/6", "w-2/3"]
