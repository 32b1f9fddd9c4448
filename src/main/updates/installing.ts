/** Downloads and installs a newer version where Electron's own updater does; never while anything is made or cut. */
import type { Updates } from '../../shared/schemas/update-feed.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { isNewer } from './version.ts'

/** The system's part of it. */
export interface Installer {
  /** Downloads what that address offers; answers its version. */
  readonly download: (address: string) => Promise<string>
  /** Ends the program, puts the new version in its place and starts it. */
  readonly restart: () => void
}

export interface InstallingDeps {
  readonly installer: Installer
  readonly clock: Clock
  readonly log: Log
  /** The version that runs. */
  readonly version: string
  /** True while creations are submitting or a close is running. */
  readonly isBusy: () => boolean
  readonly onState: (state: Updates['install']) => void
}

const POLL_MS = 1_000

/** Installing, once at a time; `dispose` lets what waits go. */
export interface Installing {
  readonly install: (address: string) => Promise<void>
  readonly dispose: () => void
}

/** Gives installing. Nothing is downloaded before it is asked for. */
export function createInstalling({ installer, clock, log, version, isBusy, onState }: InstallingDeps): Installing {
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
    install: (address) => {
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
    dispose: () => {
      stopWaiting()
    },
  }
}
