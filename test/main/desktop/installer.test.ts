import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { appIdOn, toastActivatorOn } from '../../../src/main/desktop/app-id.ts'
import { linkScheme } from '../../../src/main/desktop/launch-arguments.ts'

const root = path.join(import.meta.dirname, '../../..')
const file = pathToFileURL(path.join(root, 'electron-builder.config.mjs')).href
const { default: builder } = (await import(file)) as {
  readonly default: { readonly appId: string; readonly nsis: { readonly include: string } }
}

describe('the installer of Windows', () => {
  // Would catch notifications without a sender, and windows apart from the entry that was pinned to the taskbar.
  it('gives the Start menu the name that the program takes for itself', () => {
    expect(appIdOn('win32')).toBe(builder.appId)
    expect([appIdOn('linux'), appIdOn('darwin')]).toEqual([null, null])
    expect([toastActivatorOn('linux'), toastActivatorOn('darwin')]).toEqual([null, null])
  })

  // Would catch a scheme that stays in the registry and leads to a program that is gone.
  it('writes the scheme of links, and takes it away', () => {
    const script = readFileSync(path.join(root, builder.nsis.include), 'utf8')
    const [, installs = '', removes = ''] = script.split(/^!macro /m)
    const key = `"${['Software', 'Classes', linkScheme].join('\\')}`
    expect(installs).toMatch(/^customInstall\n/)
    expect(installs).toContain(`WriteRegStr SHELL_CONTEXT ${key}" "URL Protocol" ""`)
    expect(installs).toContain(`WriteRegStr SHELL_CONTEXT ${[key, 'shell', 'open', 'command'].join('\\')}" ""`)
    expect(removes).toMatch(/^customUnInstall\n/)
    expect(removes).toContain(`DeleteRegKey SHELL_CONTEXT ${key}"`)
    const activator = ['Software', 'Classes', 'CLSID', String(toastActivatorOn('win32'))].join('\\')
    expect(removes).toContain(`DeleteRegKey HKCU "${activator}"`)
  })

  // Would catch an entry that starts a program that is gone at each login.
  it('takes away the entry that opens the program at login, by the name that Electron writes', () => {
    const script = readFileSync(path.join(root, builder.nsis.include), 'utf8')
    const [, , removes = ''] = script.split(/^!macro /m)
    const run = ['Software', 'Microsoft', 'Windows', 'CurrentVersion', 'Run'].join('\\')
    // `APP_ID` is electron-builder's name for its `appId`, which the program takes for itself (above).
    expect(removes).toContain(`DeleteRegValue HKCU "${run}" "\${APP_ID}"`)
  })
})
