/** Writes the resources that Windows and Electron read into a Windows executable. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { numbersOf } from './facts.mjs'

/**
 * @typedef {object} Described
 * @property {string} version of the program
 * @property {string} icon a file
 * @property {Record<string, string>} strings by their names in the version resource
 * @property {string} archiveHash SHA-256 of the archive's header, with which Electron compares the archive
 */

const american = 1033
const unicode = 1200

/** Replaces icon, version and the archive's hash in an executable. */
export function describeExecutable(
  /** @type {string} */ file,
  /** @type {Described} */ { version, icon, strings, archiveHash },
) {
  const executable = NtExecutable.from(readFileSync(file))
  const resources = NtExecutableResource.from(executable)
  const language = { lang: american, codepage: unicode }

  const icons = Data.IconFile.from(readFileSync(icon)).icons.map(({ data }) => data)
  for (const { id, lang } of Resource.IconGroupEntry.fromEntries(resources.entries))
    Resource.IconGroupEntry.replaceIconsForResource(resources.entries, id, lang, icons)

  const [info] = Resource.VersionInfo.fromEntries(resources.entries)
  if (info === undefined) throw new Error(`${file} has no version resource`)
  info.removeAllStringValues(language)
  info.setFileVersion(numbersOf(version), american)
  info.setProductVersion(numbersOf(version), american)
  info.setStringValues(language, { ...strings, FileVersion: version, ProductVersion: version })
  info.outputToResourceEntries(resources.entries)

  // In the format that Electron reads; Windows looks up resource names in capitals.
  const integrity = [{ file: 'resources\\app.asar', alg: 'SHA256', value: archiveHash }]
  resources.replaceResourceEntryFromString('INTEGRITY', 'ELECTRONASAR', american, JSON.stringify(integrity))
  resources.outputResource(executable)
  writeFileSync(file, Buffer.from(executable.generate()))
}
