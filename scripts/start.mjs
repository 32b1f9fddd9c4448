/** `npm start`: does all set-up, builds if a source changed, opens the app. Arguments after `--` go to the app. */
import { electronPath } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, runForeground } from './lib/run.mjs'
import { appSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

// A keyring with a known password, only on request.
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
  // For a command, the running instance of the app prints its own line.
  if (!process.argv.includes('session')) console.log('Opening Greenroom (Ctrl+C closes it)')
  return runForeground([...prefix, electronPath, ...switches, root, ...wishes], env)
})
