/** What the packaging wrote into the program about itself. A checkout has none of it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Where this program comes from; every value is null where the build did not say, and in a checkout. */
export interface BuildInfo {
  /** Full id of the commit that it was built from. */
  readonly commit: string | null
  /** How the runtime in it was obtained, in English words for support. */
  readonly runtime: string | null
  /** Address of the feed that tells of newer versions. */
  readonly updates: string | null
  /** In what it was installed: `deb`, `rpm`, `tar`, `mac` or `nsis`. */
  readonly packageKind: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Throws on a file that is there and no JSON: then the program is damaged. */
function fieldsOf(file: string): Readonly<Partial<Record<string, unknown>>> {
  if (!existsSync(file)) return {}
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

/**
 * Reads `build-info.json` in the program's folder (the archive), and `package-type` in the folder beside it, which alone
 * differs between packages of one build.
 */
export function readBuildInfo(appFolder: string, resourcesFolder: string): BuildInfo {
  const fields = fieldsOf(path.join(appFolder, 'build-info.json'))
  const kindFile = path.join(resourcesFolder, 'package-type')
  return {
    commit: textOf(fields['commit']),
    runtime: textOf(fields['runtime']),
    updates: textOf(fields['updates']),
    packageKind: existsSync(kindFile) ? textOf(readFileSync(kindFile, 'utf8').trim()) : null,
  }
}
