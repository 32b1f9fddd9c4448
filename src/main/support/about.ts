import { existsSync, readFileSync } from 'node:fs'
import { arch, release, version as systemName } from 'node:os'
import type { About } from '../../shared/schemas/support.ts'
import type { BuildInfo } from './build-info.ts'
import type { Vault } from '../vault/vault.ts'

/** Facts of this run that never change. */
export interface RunFacts {
  readonly version: string
  readonly isDevelopmentRuntime: boolean
  readonly isKeychainPasswordKnown: boolean
  readonly dataFolder: string
  /** Preferred language of the system, such as `zh-CN`. */
  readonly systemLanguage: string
}

const releaseFile = '/etc/os-release'

// The kernel alone does not say which libraries there are.
function linuxName(): string {
  const facts = existsSync(releaseFile) ? readFileSync(releaseFile, 'utf8') : ''
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(facts)?.[1]
  return [...(name === undefined ? [] : [name]), `Linux ${release()}`].join(', ')
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

/** No secret is read from the keychain. `vault`: null where main could not start. */
export async function readAbout(
  facts: RunFacts,
  build: BuildInfo,
  { vault, crashDumps }: { readonly vault: Pick<Vault, 'state'> | null; readonly crashDumps: number },
): Promise<About> {
  const { electron, chrome, node, v8, sqlite = '' } = process.versions
  return {
    version: facts.version,
    commit: build.commit,
    packageKind: build.packageKind,
    runtimeSource: build.runtime,
    isDevelopmentRuntime: facts.isDevelopmentRuntime,
    ...{ electron, chrome, node, v8, sqlite },
    system: system(),
    architecture: arch(),
    keychainKind: keychainKind(facts.isKeychainPasswordKnown),
    keychain: vault === null ? 'not-asked' : await vault.state(),
    crashDumps,
  }
}
