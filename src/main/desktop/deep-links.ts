/** Keeps a single instance of the program, and receives links and commands from other programs. */
import path from 'node:path'
import { app } from 'electron'
import { endWithoutFolder, lockProblem } from './data-folder.ts'
import { linkScheme, readHandedOver, readLink } from './launch-arguments.ts'
import type { LaunchWish, LaunchRequests } from './launch-arguments.ts'

/** The requests of this start, of other starts and of links. */
export interface Launches {
  /** Notifies about each other start; a plain start requests nothing. Earlier requests are delivered immediately. */
  readonly follow: (next: (launch: LaunchRequests) => void) => void
}

function endWith(code: number, stream: NodeJS.WriteStream, line: string): void {
  stream.write(`${line}\n`, () => app.exit(code))
}

/**
 * Returns false when the program ends instead: with 0 when another instance runs and received the request, with 1 when
 * it is unknown whether one runs, with 2 for wrong arguments.
 */
export function isOnlyInstance(wish: LaunchWish): boolean {
  const [problem] = wish.problems
  if (problem !== undefined) {
    endWith(2, process.stderr, problem)
    return false
  }
  // Passes the arguments explicitly, because Chromium reorders the arguments that it passes on.
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

/** Delivers the requests of this start first. Must run before the app is ready: macOS sends the first link then. */
export function collectLaunches({ requests, opens }: LaunchRequests): Launches {
  let listener: ((launch: LaunchRequests) => void) | null = null
  // A start opens its window in any case.
  const first: LaunchRequests = { requests, opens: opens === 'window' ? null : opens }
  let waiting: readonly LaunchRequests[] = requests.length > 0 || first.opens !== null ? [first] : []
  const deliver = (launch: LaunchRequests): void => {
    if (listener === null) waiting = [...waiting, launch]
    else listener(launch)
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
      for (const launch of waiting) next(launch)
      waiting = []
    },
  }
}

/** Registers this program for links of its scheme; returns false when the system refused. */
export function registerScheme(): boolean {
  // The package's desktop entry registers the scheme; an entry that Electron writes would outlive the program.
  if (process.platform === 'linux') return false
  // The installer registers the scheme, and its uninstaller removes it.
  if (app.isPackaged && process.platform === 'win32') return app.isDefaultProtocolClient(linkScheme)
  if (app.isPackaged) return app.isDefaultProtocolClient(linkScheme) || app.setAsDefaultProtocolClient(linkScheme)
  return app.setAsDefaultProtocolClient(linkScheme, process.execPath, [path.resolve(app.getAppPath())])
}
