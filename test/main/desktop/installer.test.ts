import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { appIdOn, toastActivatorOn } from '../../../src/main/desktop/app-id.ts'
import { linkScheme } from '../../../src/main/desktop/launch-arguments.ts'

const root = path.join(import.meta.dirname, '../../..')
const file = pathToFileURL(path.join(root, 'electron-builder.config.mjs')).href
const { default: builder } = (await import(file)) as { readonly default: { readonly appId: string } }
const script = readFileSync(path.join(root, 'resources/windows/installer.nsi'), 'utf8')

const linesOf = (section: string): string => new RegExp(`^${section}\n[^]*?^SectionEnd`, 'm').exec(script)?.[0] ?? ''

describe('the installer of Windows', () => {
  // Would catch notifications without a sender, and windows that are separate from the entry pinned to the taskbar.
  it('registers the same name in the Start menu as the program uses', () => {
    expect(script).toContain(`!define APP_ID "${String(appIdOn('win32'))}"`)
    expect(builder.appId).toBe(appIdOn('win32'))
    expect([appIdOn('linux'), appIdOn('darwin')]).toEqual([null, null])
    expect([toastActivatorOn('linux'), toastActivatorOn('darwin')]).toEqual([null, null])
  })

  // Would catch a scheme that stays in the registry and leads to a program that is removed.
  it('writes the link scheme, and removes only its own', () => {
    expect(script).toContain(`!define LINKS_KEY "${['Software', 'Classes', linkScheme].join('\\')}"`)
    expect(linesOf('Section')).toContain('WriteRegStr HKCU "${LINKS_KEY}" "URL Protocol" ""')
    expect(linesOf('Section "Uninstall"')).toMatch(
      /If\} \$R0 == '\$\{OPEN_LINK\}'\n +DeleteRegKey HKCU "\$\{LINKS_KEY\}"/,
    )
  })

  // Would catch an entry that starts a removed program at each login, or for a notification.
  it('removes Electron’s entries for opening at login and for a click on a notification', () => {
    const removes = linesOf('Section "Uninstall"')
    const activator = ['Software', 'Classes', 'CLSID', String(toastActivatorOn('win32'))].join('\\')
    expect(script).toContain(`!define ACTIVATOR_KEY "${activator}"`)
    expect(removes).toContain('DeleteRegKey HKCU "${ACTIVATOR_KEY}"')
    const run = ['Software', 'Microsoft', 'Windows', 'CurrentVersion', 'Run'].join('\\')
    expect(script).toContain(`!define RUN_KEY "${run}"`)
    expect(removes).toContain('DeleteRegValue HKCU "${RUN_KEY}" "${APP_ID}"')
  })

  // Would catch a sentence in a language that the operator does not use.
  it('has each sentence in both languages', () => {
    const sentences = [...script.matchAll(/^LangString (\w+) \$\{LANG_(\w+)\}/gm)]
    const inLanguage = (wanted: string) =>
      sentences.flatMap(([, name, language]) => (language === wanted ? [name] : []))
    expect(inLanguage('SIMPCHINESE')).toEqual(inLanguage('ENGLISH'))
    expect(inLanguage('ENGLISH').length).toBeGreaterThan(2)
  })
})
