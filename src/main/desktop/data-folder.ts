/** The data folder: where it is, whether it can be used, and a start that ends because it can't. */
import { lstatSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app, dialog } from 'electron'
import { textsOfSystem } from './run-facts.ts'

/** What decides where the data folder is. */
export interface FolderPlaces {
  readonly platform: NodeJS.Platform
  /** `%LOCALAPPDATA%`; undefined where the system sets none. */
  readonly localAppData: string | undefined
  /** The value of `--user-data-dir`; "" without it. */
  readonly named: string
  /** Gives Electron's own choice, and makes that folder. */
  readonly defaultFolder: () => string
}

/** Why the data folder can't be used: the system's code, or the computer that uses it already. */
export interface FolderProblem {
  readonly folder: string
  readonly reason: string
}

/** A folder that was named, even where Electron could not make it and went to another; on Windows one that never roams. */
export function dataFolderOf({ platform, localAppData, named, defaultFolder }: FolderPlaces): string {
  if (named !== '') return path.resolve(named)
  if (platform !== 'win32' || localAppData === undefined || localAppData === '') return defaultFolder()
  return path.win32.join(localAppData, 'Greenroom')
}

function codeIn(error: unknown): string {
  // Not by lib/files.ts: the entry stays one file.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}

// A full disk is reported in the window, where nothing is lost by it.
const passing: readonly string[] = ['ENOSPC', 'EDQUOT']

/** Makes the folder where there is none, and writes into it; null when it can be used. */
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
 * Why this start could not become the one program on its folder, when no other program of this computer is: Chromium
 * answers alike for both. null when there is one, which has been handed the wish.
 */
export async function lockProblem(folder: string, platform: NodeJS.Platform): Promise<FolderProblem | null> {
  // Windows finds the other program by its window.
  if (platform === 'win32') return null
  const lock = path.join(folder, 'SingletonLock')
  // Not wanted before a first window.
  const { hostname } = await import('node:os')
  try {
    if (!lstatSync(lock).isSymbolicLink()) return { folder, reason: 'SingletonLock' }
    // Chromium's own form: the computer's name, and the id of the process.
    const holder = readlinkSync(lock).replace(/-\d+$/, '')
    return holder === hostname() ? null : { folder, reason: holder }
  } catch (error) {
    return { folder, reason: codeIn(error) }
  }
}

/** Has everything written to the data folder, before anything is; answers why it can't be used. */
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
// A start that nobody watches must end all the same.
const maxDialogMs = 15_000

/** Says it at the terminal and in a dialog, and ends the program. */
export async function endWithoutFolder({ folder, reason }: FolderProblem): Promise<void> {
  process.stderr.write(`Greenroom can't use its data folder ${folder} (${reason}). Make it writable, then try again.\n`)
  try {
    await app.whenReady()
    const { say } = await textsOfSystem()
    const shown = dialog.showMessageBox({
      type: 'error',
      message: say('dataFolder.message'),
      detail: say('dataFolder.detail', { folder, reason }),
      buttons: [say('quit.quit')],
    })
    await Promise.race([shown, new Promise((over) => setTimeout(over, maxDialogMs))])
  } finally {
    app.exit(UNUSABLE_FOLDER)
  }
}
