/** `npm run check`: types, lint, format, dead code, boundaries, sizes, documents, unit tests. */
import { ensureElectron } from './electron-runtime.mjs'
import { runChecks } from './lib/checks.mjs'
import { entry, run } from './lib/run.mjs'

await entry(async () => {
  await ensureElectron({ retry: false })
  const outcomes = await runChecks()
  const unit = await run([process.execPath, 'scripts/vitest.mjs', 'unit'], { show: true })
  outcomes.push({ name: 'unit', passed: unit.code === 0 })
  const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name)
  console.log(failed.length === 0 ? 'check passed' : `check failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
})
