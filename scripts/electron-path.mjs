/** Prints the absolute path of the Electron executable, and nothing else on standard output. */
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { entry } from './lib/run.mjs'

await entry(async () => {
  console.error(await ensureElectron({ retry: false }))
  console.log(electronPath)
  return 0
})
