import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { saveProfile } from './pages/settings-page.ts'

test('the page has three functions and no Node, and a frame in it has neither', async ({ shared }) => {
  const { page } = shared
  expect(await page.evaluate(() => Object.keys(window.bridge).sort())).toEqual(['call', 'dropped', 'on'])
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
  ).toEqual([])
  const inFrame = await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inside = frame.contentWindow as unknown as Record<string, unknown>
    return ['bridge', 'require', 'process'].filter((name) => name in inside)
  })
  expect(inFrame).toEqual([])
})

// Reads the state from the kernel in /proc. Would catch a window that is opened without the sandbox: the page itself
// looks the same.
test('the page runs in Chromium’s sandbox, as the kernel knows it', { tag: '@linux' }, async ({ shared }) => {
  expect(process.getuid?.(), 'Chromium has no sandbox for root: run the tests as an ordinary user').not.toBe(0)
  const { app } = shared
  const pid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId())
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  expect(/^Seccomp:\t(\d)$/m.exec(status)?.[1]).toBe('2')
})

test('the policy allows no inline script and no eval', async ({ shared }) => {
  const { page } = shared
  const policy = await page.evaluate(async () => (await fetch('/index.html')).headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  expect(
    // Delayed, because code that runs within the test's own evaluation is exempt from the policy.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(() => {
            try {
              // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- what the policy must stop
              resolve(String(new Function('return 1')()))
            } catch (error) {
              resolve(error instanceof Error ? error.name : 'other')
            }
          }, 0)
        }),
    ),
  ).toBe('EvalError')
  expect(
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.head.append(script)
      return 'injected' in window
    }),
  ).toBe(false)
})

interface Reported {
  readonly kind: string
  readonly reason?: string
  readonly issues?: readonly { readonly path: string }[]
}

type Answers = readonly { readonly ok: boolean; readonly failure?: Reported }[]

/** Calls main as the page could, with any input; returns the answers in the order of the calls. */
function lie(page: Page, calls: readonly (readonly [name: string, input: unknown])[]): Promise<Answers> {
  return page.evaluate(async (lies) => {
    const answers: unknown[] = []
    // One after the other, because a used ticket must be recognised as used.
    const state = (await window.bridge.call('app.state', {})) as { readonly value: { readonly openProfileId: string } }
    for (const [name, input] of lies) answers.push(await window.bridge.call(name, input, state.value.openProfileId))
    return answers as { readonly ok: boolean; readonly failure?: Reported }[]
  }, calls)
}

/** The ticket of a real confirmation. */
async function ticketOf(page: Page, name: string, input: unknown): Promise<string> {
  const opened = (await callBridge(page, name, input)) as { readonly value: { readonly ticket: string } }
  return opened.value.ticket
}

const everything = { search: '', actions: [], outcomes: [], scope: 'all', from: null, to: null }
const pasted = { kind: 'paste', name: null }
const rule = { kind: 'at-or-above', appId: null }

test('main refuses the calls of a lying page', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'confirm' }))
  const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
  const appId = double.quietAppId
  const one = await ticketOf(page, 'session.openClose', { sessionId, appId })
  const many = await ticketOf(page, 'session.openCloseMany', { sessionIds: [sessionId] })
  const all = await ticketOf(page, 'session.openCloseAll', { appId })

  const nonsense: readonly (readonly [label: string, name: string, input: unknown])[] = [
    ['unknown-operation', '__proto__', {}],
    ['unknown-operation', 'constructor', {}],
    ['confirmation-expired', 'creation.confirm', { ticket: 'made-up' }],
    ['confirmation-expired', 'session.close', { ticket: 'made-up', typed: '' }],
    ['invalid-input typed', 'session.close', { ticket: one }],
    ['confirmation-expired', 'session.closeMany', { ticket: 'made-up', typed: '' }],
    ['confirmation-expired', 'session.closeAll', { ticket: 'made-up', typedAppId: appId }],
    ['invalid-input appId', 'session.openClose', { sessionId, appId: 'not-ours' }],
    ['invalid-input appId', 'session.openCloseAll', { appId: 'not-ours' }],
    ['invalid-input sessionIds.0', 'inbox.add', { sessionIds: ['two\tcolumns'], appId, source: pasted }],
    ['invalid-input sessionIds.0,sessionIds.0', 'inbox.add', { sessionIds: [''], appId, source: pasted }],
    ['invalid-input sessionIds.0', 'inbox.add', { sessionIds: ['x'.repeat(1_025)], appId, source: pasted }],
    ['invalid-input appId', 'inbox.add', { sessionIds: [sessionId], appId: 'two words', source: pasted }],
    [
      'invalid-input source.kind',
      'inbox.add',
      { sessionIds: [sessionId], appId, source: { kind: 'theirs', name: null } },
    ],
    ['invalid-input kind', 'alert.set', { ...rule, kind: 'close-all' }],
    ['invalid-input', 'alert.set', { ...rule, actsAlone: true }],
    ['invalid-input', 'alert.set', { ...rule, value: 0 }],
    ['invalid-input severity', 'alert.set', { ...rule, severity: 'loud' }],
    ['not-found', 'alert.snooze', { kind: 'drop-to-zero', appId, minutes: 15 }],
    ['invalid-input form', 'activity.export', { form: 'sql', filter: everything }],
    [
      'invalid-input filter.actions.0',
      'activity.export',
      { form: 'csv', filter: { ...everything, actions: ['everything'] } },
    ],
  ]
  const answers = await lie(
    page,
    nonsense.map(([, name, input]) => [name, input] as const),
  )
  expect(
    answers.map(({ failure }, n) => [
      failure?.reason ?? `${String(failure?.kind)} ${failure?.issues?.map(({ path: at }) => at).join() ?? ''}`.trim(),
      nonsense[n]?.[1],
    ]),
  ).toEqual(nonsense.map(([label, name]) => [label, name]))

  // A wrong word uses up each ticket, and no ticket works for a different operation.
  const words = await lie(page, [
    ['session.close', { ticket: one, typed: '' }],
    ['session.close', { ticket: one, typed: sessionId.slice(-4) }],
    ['session.closeMany', { ticket: many, typed: sessionId }],
    ['session.closeMany', { ticket: many, typed: appId }],
    ['session.closeMany', { ticket: all, typed: appId }],
    ['session.closeAll', { ticket: all, typedAppId: `${appId} ` }],
    ['session.closeAll', { ticket: all, typedAppId: appId }],
  ])
  expect(words.map(({ failure }) => failure?.reason)).toEqual([
    'typed-id-differs',
    'confirmation-used',
    'typed-id-differs',
    'confirmation-used',
    'confirmation-expired',
    'typed-id-differs',
    'confirmation-used',
  ])

  const freshTicket = await ticketOf(page, 'session.openClose', { sessionId, appId })
  await saveProfile(page, double.profile({ name: 'Looked at only', protection: 'read-only' }))
  const writes = await lie(page, [
    ['session.openClose', { sessionId, appId }],
    ['session.close', { ticket: freshTicket, typed: sessionId.slice(-4) }],
    ['session.openCloseMany', { sessionIds: [sessionId] }],
    ['session.closeMany', { ticket: many, typed: appId }],
    ['session.openCloseAll', { appId }],
    ['session.closeAll', { ticket: all, typedAppId: appId }],
    ['creation.open', { kind: 'drafts', draftIds: ['draft-1'] }],
  ])
  expect(writes.map(({ failure }) => failure?.reason)).toEqual(writes.map(() => 'read-only'))
  for (const command of ['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const)
    expect(control.count(command)).toBe(0)
})

test(
  'WebAssembly runs in the workers that decode HEIC and find faces, and nowhere else',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const built = await readdir(path.join(import.meta.dirname, '../../out/renderer/assets'))
    const scripts = built.filter((name) => /\.m?js$/.test(name)).map((name) => `/assets/${name}`)
    const allowed = await page.evaluate(async (addresses) => {
      const policies = await Promise.all(
        addresses.map(async (address) => (await fetch(address)).headers.get('content-security-policy') ?? ''),
      )
      return addresses.filter((_, n) => !policies[n]?.includes("script-src 'self';"))
    }, scripts)
    expect(allowed.map((address) => /^\/assets\/([\w-]+)-worker-/.exec(address)?.[1]).sort()).toEqual(['face', 'heic'])
    expect(
      // Delayed, because code that runs within the test's own evaluation is exempt from the policy.
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            setTimeout(() => {
              WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
                () => resolve('compiled'),
                (error: unknown) => resolve(error instanceof Error ? error.name : 'other'),
              )
            }, 0)
          }),
      ),
    ).toBe('CompileError')
  },
)
