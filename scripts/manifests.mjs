/**
 * `npm run manifests`: writes the manifests for winget, Homebrew and Flathub to release/manifests, from
 * release/SHA256SUMS and the address of the page of the packages: GREENROOM_PAGE, or `-- --page https://…`. Then checks
 * them with those tools that are installed here.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandOptions, entry, must, root, Stop, works } from './lib/run.mjs'
import { hashesFromSums, manifestsOf, pageOf, summaries } from './package/manifests.mjs'

const folder = join(root, 'release/manifests')
const flathub = join(folder, 'flathub/app.greenroom.greenroom')

const checks = [
  ['ruby', '-c', join(folder, 'homebrew/Casks/g/greenroom.rb')],
  ['desktop-file-validate', `${flathub}.desktop`],
  ['appstreamcli', 'validate', '--no-net', '--no-color', `${flathub}.metainfo.xml`],
  ['flatpak-builder', '--show-manifest', `${flathub}.yml`],
]

/** Checks a file with a tool; stops if the tool refuses the file. */
async function check(/** @type {readonly string[]} */ command) {
  const [tool = ''] = command
  if (!works(tool, ['--help'])) {
    console.log(`not read by ${tool}, which is not installed here`)
    return
  }
  // flatpak-builder creates a folder in its working directory.
  await must(command, { cwd: tmpdir() })
  console.log(`read by ${tool}`)
}

await entry(async () => {
  const page = pageOf(commandOptions({ page: { type: 'string' } }).page ?? process.env['GREENROOM_PAGE'])
  const sums = join(root, 'release/SHA256SUMS')
  if (!existsSync(sums))
    throw new Stop('No manifest was made: there is no release/SHA256SUMS. Make all packages first.')
  const { version, license, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const date = new Date().toISOString().slice(0, 10)
  const hashes = hashesFromSums(readFileSync(sums, 'utf8'))
  const files = manifestsOf({ version, license, publisher: author, ...summaries(), page, date, hashes })
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    console.log(`release/manifests/${name}`)
  }
  for (const command of checks) await check(command)
  return 0
})
