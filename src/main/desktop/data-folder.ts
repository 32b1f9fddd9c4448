/** Finds the data folder, checks that it can be used, and ends the start when it can't. */
import { lstatSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app, dialog } from 'electron'
import { textsOfSystem } from './run-facts.ts'

/** The facts that decide where the data folder is. */
export interface FolderFacts {
  readonly platform: NodeJS.Platform
  /** `%LOCALAPPDATA%`; undefined where the system does not set it. */
  readonly localAppData: string | undefined
  /** The value of `--user-data-dir`; "" without it. */
  readonly named: string
  /** Returns Electron's default folder, and creates it. */
  readonly defaultFolder: () => string
}

/** Why the data folder can't be used: the system's error code, or the computer that already uses it. */
export interface FolderProblem {
  readonly folder: string
  readonly reason: string
}

/**
 * The named folder, even where Electron could not create it and chose a different one; otherwise, on Windows, a folder
 * that never roams.
 */
export function dataFolderOf({ platform, localAppData, named, defaultFolder }: FolderFacts): string {
  if (named !== '') return path.resolve(named)
  if (platform !== 'win32' || localAppData === undefined || localAppData === '') return defaultFolder()
  return path.win32.join(localAppData, 'Greenroom')
}

function codeIn(error: unknown): string {
  // Does not use lib/files.ts: the entry stays one file.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}

// A full disk does not end the start: the window reports it, and nothing is lost by that.
const passing: readonly string[] = ['ENOSPC', 'EDQUOT']

/** Creates the folder if it is missing, and writes a test file; returns null when the folder can be used. */
export function folderProblem(folder: string): FolderProblem | null {
  const probe = path.join(folder, `.greenroom-${String(process.pid)}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
    return null
  } catch (error) {
    const reason = codeIn(error)
    return passing.includes(reason) ? null : { folder, reason }
  }
}

/**
 * Says whether a program of this computer has the lock, even if a network renamed the computer after the start of that
 * program: the socket of a different computer leads nowhere here.
 */
async function isAnswered(socket: string): Promise<boolean> {
  const { connect } = await import('node:net')
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}

/**
 * Why this start could not get the lock on its folder, although no other program on this computer has it: Chromium
 * reports both cases the same way. null when another program has the lock and received the request.
 */
export async function lockProblem(folder: string, platform: NodeJS.Platform): Promise<FolderProblem | null> {
  // Windows finds the other program by its window.
  if (platform === 'win32') return null
  const lock = path.join(folder, 'SingletonLock')
  // Loaded late, because the first window does not need it.
  const { hostname } = await import('node:os')
  try {
    if (!lstatSync(lock).isSymbolicLink()) return { folder, reason: 'SingletonLock' }
    // Chromium's format: the computer's name and the process id.
    const holder = readlinkSync(lock).replace(/-\d+$/, '')
    const isHere = holder === hostname() || (await isAnswered(path.join(folder, 'SingletonSocket')))
    return isHere ? null : { folder, reason: holder }
  } catch (error) {
    return { folder, reason: codeIn(error) }
  }
}

/** Sets the data folder, before anything is written; returns why the folder can't be used, or null. */
export function useDataFolder(): FolderProblem | null {
  const folder = dataFolderOf({
    platform: process.platform,
    localAppData: process.env['LOCALAPPDATA'],
    named: app.commandLine.getSwitchValue('user-data-dir'),
    defaultFolder: () => app.getPath('userData'),
  })
  const problem = folderProblem(folder)
  if (problem !== null) return problem
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return null
}

const UNUSABLE_FOLDER = 1
// An unattended start must end too.
const maxDialogMs = 15_000

/** Shows the problem at the terminal and in a dialog, and ends the program. */
export async function endWithoutFolder({ folder, reason }: FolderProblem): Promise<void> {
  process.stderr.write(`Greenroom can't use its data folder ${folder} (${reason}). Make it writable, then try again.\n`)
  try {
    await app.whenReady()
    const { say } = await textsOfSystem()
    const dialogEnd = dialog.showMessageBox({
      type: 'error',
      message: say('dataFolder.message'),
      detail: say('dataFolder.detail', { folder, reason }),
      buttons: [say('quit.quit')],
    })
    await Promise.race([dialogEnd, new Promise((over) => setTimeout(over, maxDialogMs))])
  } finally {
    app.exit(UNUSABLE_FOLDER)
  }
}
