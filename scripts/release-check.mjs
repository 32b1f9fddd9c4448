/**
 * `node scripts/release-check.mjs NAME…`: the first step of each job of a release. It fails and names the missing
 * secrets and variables (docs/packaging.md explains each), and it fails if the tag does not match the version in
 * package.json, or if programs would refuse the announcement of that version.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entry, root, Stop } from './lib/run.mjs'

await entry(() => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // A workflow sets a variable that the repository lacks to an empty text.
  const missing = process.argv.slice(2).filter((name) => (process.env[name] ?? '').trim() === '')
  if (missing.length > 0)
    throw new Stop(`No release is made: these secrets or variables are missing: ${missing.join(', ')}.`)
  const tag = process.env['GITHUB_REF_NAME']
  if (tag !== undefined && tag !== `v${version}`)
    throw new Stop(`No release is made: the tag is ${tag}, and package.json has version ${version}.`)
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Stop(`No release is made: version ${version} is not three numbers, so no program would announce it.`)
  return Promise.resolve(0)
})
