/** The hosts that the program contacts: observed from outside, on a separate network. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ContactsReport } from '../support/contacts-process.ts'
import { expect, test } from '../support/app.ts'

const support = path.join(import.meta.dirname, '../support')

// Linux only, because the separate network consists of namespaces. Would catch an engine that downloads something on
// its own initiative: a spelling dictionary, a list, a certificate.
test(
  'from its start the program contacts nobody but the service',
  { tag: ['@extended', '@linux'] },
  async ({ shared }, testInfo) => {
    const folder = testInfo.outputPath('network')
    mkdirSync(folder, { recursive: true })
    const { stdout } = await promisify(execFile)(
      path.join(support, 'watched-network.sh'),
      [folder, shared.executable, path.join(support, 'contacts-process.ts'), testInfo.outputPath('profile')],
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    )
    const { used, scripted, provoked, engine } = JSON.parse(stdout) as ContactsReport
    expect(used).toEqual({ names: [], packets: 0 })
    // Before Chromium 150, which the development runtime does not have, WebRTC looks up names but connects to none of
    // them.
    const known = engine < 150 ? ['known-by-turn.test', 'known-by-turns.test'] : []
    expect(scripted.names.filter((name) => !known.includes(name))).toEqual([])
    expect(scripted.packets).toBe(0)
    expect(provoked.names).toContain('listening.test')
    expect(provoked.packets).toBeGreaterThan(0)
  },
)
