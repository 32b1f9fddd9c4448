/** A disk of a few kilobytes in its own mount namespace, which disappears with its process. Linux only. */
import { spawnSync } from 'node:child_process'

export const mounts =
  process.platform === 'linux' && spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

interface SmallDisk {
  readonly folder: string
  /** As an option of `mount`. */
  readonly size: string
  readonly script: string
  /** A shell command, in which `$1` is the folder and `$1/disk` the disk. */
  readonly before?: string
  readonly after: string
}

/** Runs a script of the app's runtime with the disk as its argument; returns the script's output. */
export function runOnSmallDisk({ folder, size, script, before = 'true', after }: SmallDisk): string {
  const steps = `mkdir "$1/disk" && mount -t tmpfs -o size=${size} tmpfs "$1/disk" && ${before} && "$2" "$3" "$1/disk"; ${after}`
  return spawnSync('unshare', ['-rm', 'bash', '-c', steps, 'bash', folder, process.execPath, script], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: 100_000,
  }).stdout
}
