/** `npm start`: does all set-up, builds when a source changed, opens the app. What follows `--` goes to the app. */
import { electronPath } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, runForeground } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

await entry(async () => {
  await setUp('app')
  await ensureBuilt()
  const { prefix, switches, notes } = appSession()
  for (const note of notes) console.log(note)
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // A command is answered by one line of the app's own, from whichever instance runs.
  if (!process.argv.includes('session')) console.log('Opening Greenroom (Ctrl+C closes it)')
  return runForeground([...prefix, electronPath, ...switches, root, ...process.argv.slice(2)], env)
})
