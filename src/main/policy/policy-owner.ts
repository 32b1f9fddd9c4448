/** Who may have written the policy: nobody but the system's administrator, neither the file nor a folder above it. */

/** Part of `Stats`. */
export interface Owned {
  readonly uid: number
  readonly mode: number
}

// Of the mode: written by the group, written by others.
const WRITABLE = 0o022

/** What is wrong with the owner of a file or folder; null when it is the administrator's alone. */
export function ownerProblem({ uid, mode }: Owned, rootId: number): 'owner' | 'writable' | null {
  if (uid !== rootId) return 'owner'
  return (mode & WRITABLE) === 0 ? null : 'writable'
}

/**
 * The number under which this process sees root, of `/proc/self/uid_map`: another one than 0 where root itself has
 * started the program in a user namespace, as it does from a checkout (docs/security.md, Without a desktop).
 */
export function rootIdIn(uidMap: string): number {
  const rows = uidMap.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.find(([, external]) => external === 0)?.[0] ?? 0
}
