/**
 * Packs the program's folder into its archive and sets the fuses of its binary. Runs on the app's own runtime, because
 * both tools need a newer Node than the machine might have: `seal.mjs <folder to pack> <archive> <binary>`. For Windows
 * a fourth argument has the description of the binary as JSON.
 */
import { createHash } from 'node:crypto'
import { createPackageWithOptions, getRawHeader } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { describeExecutable } from './executable.mjs'

const [, , folder = '', archive = '', binary = '', described] = process.argv

// The archive tool sorts its files, so that the same folder produces the same archive. Two parts stay outside: the
// native module, which the system has to load, and libheif, which must be replaceable.
await createPackageWithOptions(folder, archive, { unpack: '{*.node,libheif-*}' })

if (described !== undefined) {
  const archiveHash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
  describeExecutable(binary, { ...JSON.parse(described), archiveHash })
}

// docs/packaging.md explains each fuse.
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
