/** Packages of macOS, for a release machine: see docs/packaging.md. Secrets come from the environment alone. */

const isSigned = process.env['CSC_LINK'] !== undefined

export default {
  appId: 'app.greenroom.greenroom',
  productName: 'Greenroom',
  directories: { output: 'release', buildResources: 'resources/icons' },
  npmRebuild: false,
  files: [
    { from: 'node_modules/.cache/package', filter: ['build-info.json'] },
    'out/**',
    '!out/bundled.json',
    '!out/.sources',
    '!**/.vite/**',
    'package.json',
    '!**/node_modules/keytar/{build,src,script}/**',
    '!**/node_modules/keytar/prebuilds/{linux,linuxmusl,win32}-*/**',
  ],
  extraResources: [{ from: 'node_modules/.cache/package/beside', to: '.' }],
  asarUnpack: ['**/*.node', '**/libheif-*'],
  protocols: [{ name: 'Greenroom session', schemes: ['greenroom'] }],
  // Those of scripts/package/seal.mjs.
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  mac: {
    icon: 'resources/icons/icon.icns',
    category: 'public.app-category.business',
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    // Each half of the universal program carries the keychain's binaries of both, which are alike there.
    x64ArchFiles: '**/keytar/prebuilds/**',
    hardenedRuntime: true,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
    // APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.
    notarize: isSigned,
    forceCodeSigning: isSigned,
  },
}
