/**
 * `npm run practice`: the practice service alone, on the app's own runtime, which runs its TypeScript directly.
 * Arguments after `--` go to its command line (src/practice/cli.ts).
 */
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry, root, runForeground } from './lib/run.mjs'

await entry(async () => {
  console.error(await ensureElectron({ retry: false }))
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return runForeground([electronPath, join(root, 'src/practice/cli.ts'), ...process.argv.slice(2)], env)
})
