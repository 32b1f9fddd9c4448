/**
 * `npm run test:windows`: makes the package of Windows and looks into it, without Windows (`-- --made` takes the package
 * that is in release/win32-x64/).
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry, root, run, Stop } from './lib/run.mjs'
import { printTally } from './lib/suites.mjs'
import { runSteps } from './package-test/run-steps.mjs'
import { windowsSteps } from './package-test/windows-steps.mjs'
import { setUp } from './setup.mjs'

const release = join(root, 'release/win32-x64')

await entry(async () => {
  await setUp('windows package tests')
  if (!process.argv.includes('--made')) {
    const words = ['scripts/package.mjs', '--target', 'win32-x64', '--allow-fallback-runtime', '--unsigned']
    const { code } = await run([process.execPath, ...words], { show: true })
    if (code !== 0) throw new Stop('The package was not made.')
  }
  const setup = readdirSync(release).find((name) => name.endsWith('-setup.exe'))
  const [, name, packageName, version] =
    /^((greenroom(?:-development)?)-(.+)-win32-x64)-setup\.exe$/.exec(setup ?? '') ?? []
  if (setup === undefined || name === undefined || packageName === undefined || version === undefined)
    throw new Stop('There is no installer in release/win32-x64: npm run package -- --target win32-x64 makes it.')
  const scratch = mkdtempSync(join(tmpdir(), 'greenroom-windows-'))
  const installer = join(release, setup)
  const stage = { program: join(release, name), installer, scratch, facts: { version, packageName } }
  try {
    return printTally([{ name: 'windows package', ...(await runSteps(windowsSteps, stage)) }])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
