import { readFileSync, statSync } from "node:fs"

export interface DatabaseUser {
  name: string
  uid: number
  gid: number
}

/** Whom the database runs as when we are root: the one who owns the data already, else an unprivileged one of passwd. */
export function databaseUser(pgdata: string): DatabaseUser {
  const known = readUsers()
  const owner = ownerOf(pgdata)
  if (owner && owner.uid !== 0) {
    return known.find((user) => user.uid === owner.uid) ?? { name: `uid ${owner.uid}`, ...owner }
  }
  for (const name of ["postgres", "nobody"]) {
    const user = known.find((candidate) => candidate.name === name && candidate.uid !== 0)
    if (user) return user
  }
  return { name: "nobody", uid: 65534, gid: 65534 }
}

export function userName(uid: number): string {
  return readUsers().find((user) => user.uid === uid)?.name ?? `uid ${uid}`
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? { uid: stats.uid, gid: stats.gid } : null
}

function readUsers(): DatabaseUser[] {
  try {
    return readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .filter((fields) => fields.length >= 4)
      .map(([name, , uid, gid]) => ({ name: name ?? "", uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
  } catch {
    return []
  }
}
