/**
 * Packs the program's folder into its archive and sets the fuses of its binary. Runs on the app's own runtime, as both
 * tools want a newer Node than the machine may have: `seal.mjs <folder to pack> <archive> <binary>`.
 */
import { createPackageWithOptions } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

const [, , folder = '', archive = '', binary = ''] = process.argv

// The archive's tool sorts what it packs, so that the same folder gives the same archive. Beside it stand the native
// module, which the system has to load, and libheif, so that it can be replaced.
await createPackageWithOptions(folder, archive, { unpack: '{*.node,libheif-*}' })

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
