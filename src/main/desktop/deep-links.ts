/** One instance of the program, and the links and commands that reach it from others. */
import path from 'node:path'
import { app } from 'electron'
import { endWithoutFolder, lockProblem } from './data-folder.ts'
import { linkScheme, readHandedOver, readLink } from './launch-arguments.ts'
import type { LaunchWish, Wanted } from './launch-arguments.ts'

/** What this start, other starts and links ask for. */
export interface Launches {
  /** Hears of each other start, of which a plain start wants nothing; what came before is delivered at once. */
  readonly follow: (next: (wanted: Wanted) => void) => void
}

function endWith(code: number, stream: NodeJS.WriteStream, line: string): void {
  stream.write(`${line}\n`, () => app.exit(code))
}

/**
 * Otherwise the program ends: with 0 when another one runs and was handed the wish, with 1 when it can't be known whether
 * one runs, with 2 for wrong arguments.
 */
export function isOnlyInstance(wish: LaunchWish): boolean {
  const [problem] = wish.problems
  if (problem !== undefined) {
    endWith(2, process.stderr, problem)
    return false
  }
  // Chromium changes the order of the arguments that it hands over itself.
  const { argv, defaultApp: isDevelopment } = process
  if (app.requestSingleInstanceLock({ argv, isDevelopment })) return true
  void endSecondStart()
  return false
}

async function endSecondStart(): Promise<void> {
  const problem = await lockProblem(app.getPath('userData'), process.platform)
  if (problem !== null) await endWithoutFolder(problem)
  else endWith(0, process.stdout, 'Handed to the Greenroom that is running.')
}

/** What this start was asked for comes first. Before the app is ready: macOS sends the first link then. */
export function collectLaunches({ requests, opens }: Wanted): Launches {
  let listener: ((wanted: Wanted) => void) | null = null
  // A start opens its window in any case.
  const first: Wanted = { requests, opens: opens === 'window' ? null : opens }
  let waiting: readonly Wanted[] = requests.length > 0 || first.opens !== null ? [first] : []
  const deliver = (wanted: Wanted): void => {
    if (listener === null) waiting = [...waiting, wanted]
    else listener(wanted)
  }
  app.on('second-instance', (...received) => deliver(readHandedOver(received[3])))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const reading = readLink(link)
    deliver({ requests: 'request' in reading ? [reading.request] : [], opens: null })
  })
  return {
    follow: (next) => {
      listener = next
      for (const wanted of waiting) next(wanted)
      waiting = []
    },
  }
}

/** Makes this program the one that opens links of its scheme; false when the system did not take it. */
export function registerScheme(): boolean {
  // The package's desktop entry does that; what Electron would write there outlives the program.
  if (process.platform === 'linux') return false
  // Here the installer does, and its uninstaller takes it away.
  if (app.isPackaged && process.platform === 'win32') return app.isDefaultProtocolClient(linkScheme)
  if (app.isPackaged) return app.isDefaultProtocolClient(linkScheme) || app.setAsDefaultProtocolClient(linkScheme)
  return app.setAsDefaultProtocolClient(linkScheme, process.execPath, [path.resolve(app.getAppPath())])
}
