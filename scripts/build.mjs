/** Builds main, preload and page into out/. */
import { build } from './lib/build.mjs'
import { entry } from './lib/run.mjs'

await entry(async () => {
  await build()
  return 0
})
