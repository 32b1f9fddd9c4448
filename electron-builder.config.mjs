/**
 * Packages of macOS, for a release machine: see docs/packaging.md. `scripts/package/mac.mjs` puts in place what is
 * packed, and starts electron-builder; secrets come from the environment alone.
 */

const work = 'node_modules/.cache/package'

const isSigned = process.env['CSC_LINK'] !== undefined

export default {
  appId: 'app.greenroom.greenroom',
  productName: 'Greenroom',
  // As the packages of the other systems are named.
  artifactName: 'greenroom-${version}-darwin-${arch}.${ext}',
  directories: { app: `${work}/archive`, output: `${work}/made`, buildResources: 'resources/icons' },
  // Tells electron-builder that the folder is whole: it would add packages that it looks for by itself.
  beforeBuild: () => Promise.resolve(false),
  files: ['**/*', { from: 'node_modules/keytar', to: 'node_modules/keytar' }],
  extraResources: [{ from: `${work}/beside`, to: '.' }],
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
  dmg: { writeUpdateInfo: false },
  mac: {
    icon: 'resources/icons/icon.icns',
    category: 'public.app-category.business',
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    // Each half of the universal program carries the keychain's binaries of both, which are alike there.
    x64ArchFiles: '**/keytar/prebuilds/**',
    // Without a certificate the program bears no one's name, and the hardened runtime would not load its own framework.
    ...(isSigned ? {} : { identity: '-' }),
    hardenedRuntime: isSigned,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
    // By APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER; electron-builder only warns when these are missing.
    notarize: isSigned,
    forceCodeSigning: isSigned,
  },
}
