/**
 * macOS packages, for a release machine: see docs/packaging.md. `scripts/package/mac.mjs` prepares the files to pack
 * and starts electron-builder; secrets come only from the environment.
 */

const work = 'node_modules/.cache/package'

const isSigned = process.env['CSC_LINK'] !== undefined

export default {
  appId: 'app.greenroom.greenroom',
  productName: 'Greenroom',
  // The same name pattern as the packages of the other systems.
  artifactName: 'greenroom-${version}-darwin-${arch}.${ext}',
  directories: { app: `${work}/archive`, output: `${work}/made`, buildResources: 'resources/icons' },
  // Tells electron-builder that the folder is complete; otherwise it searches for packages and adds them.
  beforeBuild: () => Promise.resolve(false),
  files: ['**/*', { from: 'node_modules/keytar', to: 'node_modules/keytar' }],
  extraResources: [{ from: `${work}/beside`, to: '.' }],
  asarUnpack: ['**/*.node', '**/libheif-*'],
  protocols: [{ name: 'Greenroom session', schemes: ['greenroom'] }],
  // The same fuses as in scripts/package/seal.mjs.
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
    // Each half of the universal program has keytar's binaries for both processors, so these files are equal in both
    // halves.
    x64ArchFiles: '**/keytar/prebuilds/**',
    // Without a certificate the signature is ad hoc, with which the hardened runtime would not load its own framework.
    ...(isSigned ? {} : { identity: '-' }),
    hardenedRuntime: isSigned,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
    // Uses APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER; electron-builder only warns if these are missing.
    notarize: isSigned,
    forceCodeSigning: isSigned,
  },
}
