/**
 * Packs the program's folder into its archive and sets the fuses of its binary. Runs on the app's own runtime, as both
 * tools want a newer Node than the machine may have: `seal.mjs <folder to pack> <archive> <binary>`. For Windows a
 * fourth argument says as JSON what its binary tells of itself.
 */
import { createHash } from 'node:crypto'
import { createPackageWithOptions, getRawHeader } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { describeExecutable } from './executable.mjs'

const [, , folder = '', archive = '', binary = '', described] = process.argv

// The archive's tool sorts what it packs, so that the same folder gives the same archive. Beside it stand the native
// module, which the system has to load, and libheif, so that it can be replaced.
await createPackageWithOptions(folder, archive, { unpack: '{*.node,libheif-*}' })

if (described !== undefined) {
  const archiveHash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
  describeExecutable(binary, { ...JSON.parse(described), archiveHash })
}

// Why each is as it is: docs/packaging.md.
await flipFuses(binary, {
  version: FuseVersion.V1,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
})
