import type { About } from '../schemas/support.ts'

const keychainNames: Readonly<Record<About['keychainKind'], string>> = {
  macos: 'macOS keychain',
  windows: 'Windows Credential Manager',
  'secret-service': 'Secret Service',
  'test-keyring': 'test keyring with a known password',
}

/** Whether the runtime is the Electron project's own build, and what the packaging says of it. */
function runtimeOrigin({ isDevelopmentRuntime, runtimeSource }: About): string {
  const kind = isDevelopmentRuntime ? 'development runtime' : 'official'
  return runtimeSource === null ? kind : `${kind}; ${runtimeSource}`
}

/**
 * What support wants to know of a computer, as plain lines. In English whatever the operator's language: it is written for
 * the maintainers. Nothing in it names a person, a folder, a host or a service.
 */
export function aboutText(about: About): string {
  const { version, commit, packageKind } = about
  return [
    `Greenroom ${version}`,
    `Commit: ${commit ?? 'checkout'}`,
    `Package: ${packageKind ?? 'none'}`,
    `Runtime: Electron ${about.electron} (${runtimeOrigin(about)})`,
    `Chrome ${about.chrome}, Node ${about.node}, V8 ${about.v8}, SQLite ${about.sqlite}`,
    `System: ${about.system}, ${about.architecture}`,
    `Keychain: ${keychainNames[about.keychainKind]}, ${about.keychain}`,
    `Crash dumps on this computer: ${String(about.crashDumps)}`,
    '',
  ].join('\n')
}
