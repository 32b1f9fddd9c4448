interface Release {
  readonly numbers: readonly number[]
  /** Such as `1.2.0-beta.1`, which comes before `1.2.0`. */
  readonly isBefore: boolean
}

function releaseOf(version: string): Release | null {
  const [, major, minor, patch, rest] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(version) ?? []
  if (major === undefined) return null
  return { numbers: [major, minor, patch].map(Number), isBefore: rest !== undefined }
}

/** True when the first version is a later one than the second; never when either is no version. */
export function isNewer(version: string, than: string): boolean {
  const release = releaseOf(version)
  const other = releaseOf(than)
  if (release === null || other === null) return false
  const differing = release.numbers.findIndex((number, index) => number !== other.numbers[index])
  if (differing === -1) return other.isBefore && !release.isBefore
  return (release.numbers[differing] ?? 0) > (other.numbers[differing] ?? 0)
}
