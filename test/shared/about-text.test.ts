import { expect, test } from 'vitest'
import { aboutText } from '../../src/shared/model/about-text.ts'
import { anAbout } from '../support/page-state.ts'

// Would catch a missing fact that support needs, and a checkout that looks like a release.
test('lists program, runtime and computer in plain lines', () => {
  expect(aboutText(anAbout)).toBe(`Greenroom 0.1.0
Commit: 0123456789abcdef0123456789abcdef01234567
Package: deb
Runtime: Electron 45.4.1 (official)
Chrome 150.0.1.2, Node 24.15.0, V8 15.0.1, SQLite 3.51.0
System: Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x64
Keychain: Secret Service, available
Crash dumps on this computer: 0
`)
  const checkout = {
    ...anAbout,
    commit: null,
    packageKind: null,
    isDevelopmentRuntime: true,
    runtimeSource: 'fallback',
  }
  expect(aboutText(checkout)).toMatch(/Commit: checkout\nPackage: none\nRuntime: .*\(development runtime; fallback\)/)
})
