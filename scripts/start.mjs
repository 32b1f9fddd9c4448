/** `npm start`: does all set-up, builds when a source changed, opens the app. What follows `--` goes to the app. */
import { electronPath } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, runForeground } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

// A keyring whose password is known: only for who asks for it.
const keyringSwitch = '--headless-keyring'
const wishes = process.argv.slice(2).filter((word) => word !== keyringSwitch)

await entry(async () => {
  await setUp('app')
  await ensureBuilt()
  const headlessKeyring = process.argv.includes(keyringSwitch) || process.env['GREENROOM_HEADLESS_KEYRING'] === '1'
  const { prefix, switches, notes, env: sessionEnv } = appSession({ headlessKeyring })
  for (const note of notes) console.log(note)
  const env = { ...process.env, ...sessionEnv }
  delete env['ELECTRON_RUN_AS_NODE']
  // A command is answered by one line of the app's own, from whichever instance runs.
  if (!process.argv.includes('session')) console.log('Opening Greenroom (Ctrl+C closes it)')
  return runForeground([...prefix, electronPath, ...switches, root, ...wishes], env)
})
