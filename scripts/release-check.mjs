/**
 * `node scripts/release-check.mjs NAME…`: the first step of each job of a release. It fails, and names them, when any of
 * these secrets and variables is missing (docs/packaging.md says what each is), or when the tag is not that of
 * package.json's version.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entry, root, Stop } from './lib/run.mjs'

await entry(() => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // What a repository lacks, a workflow sets to nothing.
  const missing = process.argv.slice(2).filter((name) => (process.env[name] ?? '').trim() === '')
  if (missing.length > 0)
    throw new Stop(`No release is made: these secrets or variables are missing: ${missing.join(', ')}.`)
  const tag = process.env['GITHUB_REF_NAME']
  if (tag !== undefined && tag !== `v${version}`)
    throw new Stop(`No release is made: the tag is ${tag}, and package.json has version ${version}.`)
  return Promise.resolve(0)
})
