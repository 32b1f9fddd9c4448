/** One instance of the program, and the links and commands that reach it from others. */
import path from 'node:path'
import { app } from 'electron'
import type { Arrival } from '../sessions/inbox/inbox.ts'
import { linkScheme, readHandedOver, readLaunch, readLink } from './arrivals.ts'
import type { LaunchWish } from './arrivals.ts'

/** What comes from other starts of the program and from links. */
export interface Arrivals {
  /**
   * Hears of each time that the program is wanted again, with the sessions that are to be added: none for a plain start.
   * What came before is told at once.
   */
  readonly follow: (listener: (arrivals: readonly Arrival[]) => void) => void
}

/** What this start was asked for. */
export function launchWish(): LaunchWish {
  return readLaunch(process.argv, process.defaultApp)
}

function endWith(code: number, stream: NodeJS.WriteStream, line: string): void {
  stream.write(`${line}\n`, () => {
    app.exit(code)
  })
}

/**
 * True when this is to be the running program. Otherwise it ends: with 0 when another one runs and was handed the wish,
 * with 2 when the words were wrong; one line at the terminal says which.
 */
export function isOnlyInstance(wish: LaunchWish): boolean {
  const [problem] = wish.problems
  if (problem !== undefined) {
    endWith(2, process.stderr, problem)
    return false
  }
  // Chromium changes the order of the words that it hands over by itself.
  if (app.requestSingleInstanceLock({ ...wish })) return true
  endWith(0, process.stdout, 'Handed to the Greenroom that is running.')
  return false
}

/** Begins to hear of other starts and of links, with what this start was asked for `first`; before the program is ready, as macOS tells of the first link then. */
export function collectArrivals(first: readonly Arrival[]): Arrivals {
  let listener: ((arrivals: readonly Arrival[]) => void) | null = null
  let waiting: readonly (readonly Arrival[])[] = first.length === 0 ? [] : [first]
  const tell = (arrivals: readonly Arrival[]): void => {
    if (listener === null) waiting = [...waiting, arrivals]
    else listener(arrivals)
  }
  app.on('second-instance', (...told) => {
    tell(readHandedOver(told[3]).arrivals)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const reading = readLink(link)
    tell('arrival' in reading ? [reading.arrival] : [])
  })
  return {
    follow: (next) => {
      listener = next
      for (const arrivals of waiting) next(arrivals)
      waiting = []
    },
  }
}

/**
 * Makes this program the one that opens links of its scheme; answers false when the system did not take it. On Linux the
 * installed desktop entry does that, and a program in development has none.
 */
export function registerScheme(): boolean {
  if (app.isPackaged) return app.isDefaultProtocolClient(linkScheme) || app.setAsDefaultProtocolClient(linkScheme)
  if (process.platform === 'linux') return false
  return app.setAsDefaultProtocolClient(linkScheme, process.execPath, [path.resolve(app.getAppPath())])
}
