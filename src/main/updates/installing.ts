/** Downloads and installs a newer version where Electron's own updater does; never during a creation or a close. */
import type { Updates } from '../../shared/schemas/update-feed.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'

/** The system's part of installing. */
export interface Installer {
  /** Downloads what that address offers; answers its version. */
  readonly download: (address: string) => Promise<string>
  /** Ends the program, puts the new version in its place and starts it. */
  readonly restart: () => void
}

interface InstallingParts {
  readonly installer: Installer
  /** The version that runs. */
  readonly version: string
  /** True while creations are submitting or a close is running. */
  readonly isBusy: () => boolean
}

const POLL_MS = 1_000

interface Release {
  readonly numbers: readonly number[]
  /** Such as `1.2.0-beta.1`, which comes before `1.2.0`. */
  readonly isBefore: boolean
}

function releaseOf(version: string): Release | null {
  const [, major, minor, patch, rest] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(version) ?? []
  if (major === undefined) return null
  return { numbers: [major, minor, patch].map(Number), isBefore: rest !== undefined }
}

/** True when the first version is a later one than the second; never when either is no version. */
export function isNewer(version: string, than: string): boolean {
  const release = releaseOf(version)
  const other = releaseOf(than)
  if (release === null || other === null) return false
  const differing = release.numbers.findIndex((number, index) => number !== other.numbers[index])
  if (differing === -1) return other.isBefore && !release.isBefore
  return (release.numbers[differing] ?? 0) > (other.numbers[differing] ?? 0)
}

/** Installs once at a time, on request; `dispose` ends the waiting for what is busy. */
export function createInstalling(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { installer, version, isBusy }: InstallingParts,
  onState: (state: Updates['install']) => void,
) {
  let stopWaiting: () => void = () => undefined

  const untilFree = (): Promise<void> => {
    if (!isBusy()) return Promise.resolve()
    onState('waiting')
    return new Promise((resolve) => {
      const poll = (): void => {
        if (isBusy()) stopWaiting = clock.after(POLL_MS, poll)
        else resolve()
      }
      poll()
    })
  }

  const run = async (address: string): Promise<void> => {
    await untilFree()
    onState('downloading')
    const downloaded = await installer.download(address)
    // What is offered there is signed by the system's own rules, but those know nothing of older and newer.
    if (!isNewer(downloaded, version)) throw new Error(`${downloaded} is offered there, which is no newer version`)
    await untilFree()
    installer.restart()
  }

  let running: Promise<void> | null = null
  return {
    install: (address: string): Promise<void> => {
      running ??= run(address)
        .catch((error: unknown) => {
          log.error('a newer version was not installed', error)
          onState('failed')
        })
        .finally(() => {
          running = null
        })
      return running
    },
    dispose: (): void => {
      stopWaiting()
    },
  }
}
