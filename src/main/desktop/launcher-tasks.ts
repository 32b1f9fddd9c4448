/** What the program's icon offers by a second click: in the jump list of Windows, in the Dock of macOS. */
import type { Texts } from '../context/texts.ts'
import type { Wanted } from './launch-arguments.ts'

/** The same as the actions of the desktop entry on Linux (`resources/linux/greenroom.desktop`). */
const tasks = [
  { name: 'newWindow', opens: 'window', flag: '--new-window' },
  { name: 'addSessions', opens: 'add-sessions', flag: '--add-sessions' },
] as const

export interface LauncherTask {
  readonly label: string
  readonly opens: NonNullable<Wanted['opens']>
  /** With which another start of the program asks for it. */
  readonly flag: string
}

export function launcherTasks({ say }: Texts): readonly LauncherTask[] {
  return tasks.map(({ name, opens, flag }) => ({ label: say(`shortcut.${name}`), opens, flag }))
}

interface Program {
  /** The file that is started. */
  readonly file: string
  /** The folder of the program where it is started by Electron's own file, in development; null for an installed one. */
  readonly folder: string | null
}

/** A task of Windows' jump list: as Electron's `Task`. */
export interface JumpTask {
  readonly program: string
  readonly arguments: string
  readonly title: string
  readonly description: string
  readonly iconPath: string
  readonly iconIndex: number
}

export function jumpTasks(launcher: readonly LauncherTask[], { file, folder }: Program): readonly JumpTask[] {
  return launcher.map(({ label, flag }) => ({
    program: file,
    arguments: folder === null ? flag : `"${folder}" ${flag}`,
    title: label,
    description: label,
    iconPath: file,
    iconIndex: 0,
  }))
}
