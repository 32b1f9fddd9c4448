/**
 * Opens Greenroom at login. The system stores this setting, so that a change in the system's own settings counts too.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { app } from 'electron'
import { ifMissing } from '../lib/files.ts'
import { writeAtomic } from '../store/data-files.ts'
import { asStorageFailure } from '../store/storage-failure.ts'

export interface LoginItem {
  readonly isOn: () => Promise<boolean>
  /** Failures: storage. */
  readonly set: (isOn: boolean) => Promise<void>
}

type StartCommand = readonly [program: string, ...args: string[]]

/** The command that starts the running program, installed or from its folder. */
function startCommand(): StartCommand {
  return app.isPackaged ? [process.execPath] : [process.execPath, app.getAppPath()]
}

// Escapes twice: first the quoted argument, then the value of a key.
const quoted = (word: string): string =>
  `"${word
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** An entry of the Desktop Application Autostart Specification; a desktop skips the entry of a removed program. */
export function autostartEntry(command: StartCommand): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Greenroom',
    'Icon=greenroom',
    `TryExec=${command[0].replaceAll('\\', '\\\\')}`,
    `Exec=${command.map(quoted).join(' ')}`,
    '',
  ].join('\n')
}

/** False for an entry that the desktop's own settings switched off. */
export function isAutostartOn(entry: string): boolean {
  return !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(entry)
}

/** `folder` contains autostart entries. */
function createAutostart(folder: string): LoginItem {
  const file = path.join(folder, 'app.greenroom.greenroom.desktop')
  return {
    isOn: async () => {
      try {
        return isAutostartOn(await readFile(file, 'utf8'))
      } catch (error) {
        return ifMissing(error, false)
      }
    },
    set: async (isOn) => {
      try {
        if (isOn) await mkdir(folder, { recursive: true })
        else await rm(file, { force: true })
      } catch (error) {
        throw asStorageFailure(error)
      }
      if (isOn) await writeAtomic(file, autostartEntry(startCommand()))
    },
  }
}

/** False on Windows for an entry that the system's own settings switched off: Windows keeps it. */
function isSystemLoginItemOn([program, ...args]: StartCommand): boolean {
  if (process.platform !== 'win32') return app.getLoginItemSettings({ path: program, args }).openAtLogin
  // Without quotes, Electron would take a path with a space for a program and its arguments.
  const settings = app.getLoginItemSettings({ path: `"${program}"`, args })
  return settings.openAtLogin && settings.executableWillLaunchAtLogin
}

function createSystemLoginItem(): LoginItem {
  const command = startCommand()
  const [program, ...args] = command
  return {
    isOn: () => Promise.resolve(isSystemLoginItemOn(command)),
    set: (openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin, path: program, args })
      return Promise.resolve()
    },
  }
}

export function createLoginItem(): LoginItem {
  // `appData` contains the settings of all programs.
  if (process.platform === 'linux') return createAutostart(path.join(app.getPath('appData'), 'autostart'))
  return createSystemLoginItem()
}
