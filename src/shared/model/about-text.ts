import type { About } from '../schemas/support.ts'

const keychainNames: Readonly<Record<About['keychainKind'], string>> = {
  macos: 'macOS keychain',
  windows: 'Windows Credential Manager',
  'secret-service': 'Secret Service',
  'test-keyring': 'test keyring with a known password',
}

/** In English, because the text is for the maintainers. It names no person, folder, host or service. */
export function aboutText(about: About): string {
  const { version, commit, packageKind } = about
  const runtime = [about.isDevelopmentRuntime ? 'development runtime' : 'official', about.runtimeSource]
  return [
    `Greenroom ${version}`,
    `Commit: ${commit ?? 'checkout'}`,
    `Package: ${packageKind ?? 'none'}`,
    `Runtime: Electron ${about.electron} (${runtime.filter((part) => part !== null).join('; ')})`,
    `Chrome ${about.chrome}, Node ${about.node}, V8 ${about.v8}, SQLite ${about.sqlite}`,
    `System: ${about.system}, ${about.architecture}`,
    `Keychain: ${keychainNames[about.keychainKind]}, ${about.keychain}`,
    `Crash dumps on this computer: ${String(about.crashDumps)}`,
    '',
  ].join('\n')
}
