/** The tasks in the context menu of the program's icon: the jump list on Windows, the Dock on macOS. */
import type { Texts } from '../context/texts.ts'
import type { LaunchRequests } from './launch-arguments.ts'

/** The same tasks as in the Linux desktop entry (`resources/linux/greenroom.desktop`). */
const tasks = [
  { name: 'newWindow', opens: 'window', flag: '--new-window' },
  { name: 'addSessions', opens: 'add-sessions', flag: '--add-sessions' },
] as const

export interface LauncherTask {
  readonly label: string
  readonly opens: NonNullable<LaunchRequests['opens']>
  /** The switch with which another start of the program requests the task. */
  readonly flag: string
}

export function launcherTasks({ say }: Texts): readonly LauncherTask[] {
  return tasks.map(({ name, opens, flag }) => ({ label: say(`shortcut.${name}`), opens, flag }))
}

interface Program {
  /** The executable file. */
  readonly file: string
  /** The program's folder in development, where Electron's own file starts it; null for an installed program. */
  readonly folder: string | null
}

/** A task of the Windows jump list, like Electron's `Task`. */
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
