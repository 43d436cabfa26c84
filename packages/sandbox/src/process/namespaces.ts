import { lstatSync, readlinkSync } from "node:fs"

export const NOBODY = 65534
export const SCRATCH_BYTES = 16 * 1024 * 1024

/**
 * Bubblewrap's options for a place without network, without processes but its own, as nobody, on a read-only system.
 * `more` says what else is in it.
 */
export function namespaces(more: readonly string[]): string[] {
  return [
    ...["--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv"],
    ...["--uid", String(NOBODY), "--gid", String(NOBODY), "--cap-drop", "ALL", "--hostname", "sandbox"],
    ...["--ro-bind", "/usr", "/usr", ...["/bin", "/sbin", "/lib", "/lib64", "/lib32"].flatMap(bindAsItIs)],
    // Where Debian says which awk is the awk. Nothing else of /etc is there.
    ...["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
    ...["--proc", "/proc", "--dev", "/dev", "--size", String(SCRATCH_BYTES), "--tmpfs", "/tmp"],
    ...more,
    // Both are memory of the machine, without a limit of their own.
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
  ]
}

/** /bin is a link into /usr on most systems and a folder of its own on others. */
function bindAsItIs(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  return stats.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path]
}
