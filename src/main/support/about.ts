/** Facts about the program, its build and this computer. */
import { existsSync, readFileSync } from 'node:fs'
import { arch, release, version as systemName } from 'node:os'
import path from 'node:path'
import type { AppState } from '../../shared/schemas/app.ts'
import type { About } from '../../shared/schemas/support.ts'
import type { Vault } from '../vault/vault.ts'

export type RunFacts = Readonly<
  Pick<AppState, 'version' | 'isDevelopmentRuntime' | 'isKeychainPasswordKnown' | 'dataFolder' | 'systemLanguage'>
>

const releaseFile = '/etc/os-release'

// The kernel version does not show which libraries are installed.
function linuxName(): string {
  const facts = existsSync(releaseFile) ? readFileSync(releaseFile, 'utf8') : ''
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(facts)?.[1]
  return name === undefined ? `Linux ${release()}` : `${name}, Linux ${release()}`
}

function system(): string {
  if (process.platform === 'linux') return linuxName()
  if (process.platform === 'darwin') return `macOS ${process.getSystemVersion()}`
  return `${systemName()} ${release()}`
}

function keychainKind(isPasswordKnown: boolean): About['keychainKind'] {
  if (isPasswordKnown) return 'test-keyring'
  if (process.platform === 'darwin') return 'macos'
  return process.platform === 'win32' ? 'windows' : 'secret-service'
}

/** Reads the keychain's state, not a secret. `vault` is null where main could not start. */
export async function readAbout(
  { version, isDevelopmentRuntime, isKeychainPasswordKnown }: RunFacts,
  { commit, packageKind, runtime }: BuildInfo,
  { vault, crashDumps }: { readonly vault: Pick<Vault, 'state'> | null; readonly crashDumps: number },
): Promise<About> {
  const { electron, chrome, node, v8, sqlite = '' } = process.versions
  return {
    version,
    commit,
    packageKind,
    runtimeSource: runtime,
    isDevelopmentRuntime,
    electron,
    chrome,
    node,
    v8,
    sqlite,
    system: system(),
    architecture: arch(),
    keychainKind: keychainKind(isKeychainPasswordKnown),
    keychain: vault === null ? 'not-asked' : await vault.state(),
    crashDumps,
  }
}

/** The build's facts about itself; every value is null in a checkout, and where the build wrote none. */
export interface BuildInfo {
  /** The full id of the built commit. */
  readonly commit: string | null
  /** How the runtime was obtained, in English for support. */
  readonly runtime: string | null
  /** The address of the update feed. */
  readonly updates: string | null
  /** The kind of the installed package: `deb`, `rpm`, `flatpak`, `tar`, `mac` or `nsis`. */
  readonly packageKind: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Throws for a file that exists and is not JSON: the program is damaged. */
function fieldsOf(file: string): Readonly<Partial<Record<string, unknown>>> {
  if (!existsSync(file)) return {}
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

/**
 * Reads `build-info.json` in the archive, and `package-type` beside it, the only file that differs between packages.
 */
export function readBuildInfo(appFolder: string, resourcesFolder: string): BuildInfo {
  const fields = fieldsOf(path.join(appFolder, 'build-info.json'))
  const kindFile = path.join(resourcesFolder, 'package-type')
  return {
    commit: textOf(fields['commit']),
    runtime: textOf(fields['runtime']),
    updates: textOf(fields['updates']),
    packageKind: existsSync(kindFile) ? textOf(readFileSync(kindFile, 'utf8').trim()) : null,
  }
}
