import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Fault } from '../../src/practice/faults.ts'
import { expect, test } from '../support/app.ts'
import { sampleConversation } from '../support/conversations.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import { paintPortrait } from '../support/portraits.ts'
import { createOne } from './pages/avatars-page.ts'
import { fetchConversation, library } from './pages/library-page.ts'
import { fillProfile, goTo, profileForm, saveProfile, saveProfileByForm } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

/** Files under a folder that contain one of the texts, as UTF-8, UTF-16 or base64. */
function filesWith(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((secret) => [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2)),
  ])
  return filesUnder(folder).filter((file) => {
    const bytes = readFileSync(file)
    return needles.some((needle) => bytes.includes(needle))
  })
}

// Failures of each kind that has its own text; the second contains the token itself.
const failing = (token: string): readonly Fault[] => [
  { kind: 'status', status: 502 },
  { kind: 'declined', code: '1001', message: `the token ${token} is not this one` },
  { kind: 'not-json' },
  { kind: 'wrong-shape', shape: 'array' },
  { kind: 'redirect', to: `https://elsewhere.example/?token=${token}`, status: 302 },
  { kind: 'reset-after-processing' },
  { kind: 'expired-token' },
]

test('a secret is in no file, log, page or process argument; stored, it outlives a restart, and can be removed', async ({
  launch,
  double,
}, testInfo) => {
  const { accessToken, appKey } = double.service.credentials
  const secrets = [accessToken, appKey]
  const running = await launch()
  const { page, userData } = running
  await saveProfileByForm(page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await createOne(page, file, { voice: 'Aria', conversationId: '108' })
  await expectReady(running)
  await saveProfileByForm(page, double.profile({ name: 'By token', access: { token: accessToken } }))
  await goTo(page, 'Conversations')
  let seen = ''
  for (const [n, fault] of failing(accessToken).entries()) {
    double.service.control.faults.arm(fault, { on: 'getConversationById' })
    await page.getByRole('textbox', { name: 'Conversation ID' }).fill(`10${String(n)}`)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText(`Couldn't read 10${String(n)}`).first()).toBeVisible()
    await page.getByText('Details', { exact: true }).first().click()
    await expect(page.getByText('getConversationById').first()).toBeVisible()
    seen += await page.evaluate(() => document.documentElement.outerHTML)
    double.service.control.faults.clear()
  }
  // The service's message is on screen, without the token.
  expect(seen).toContain('is not this one')
  for (const secret of secrets) expect(seen).not.toContain(secret)
  const minted = double.service.control.requests().flatMap(({ headers }) => headers['token'] ?? [])
  expect(minted.length).toBeGreaterThan(0)
  for (const token of minted) expect(seen).not.toContain(token)

  const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const secret of [...secrets, ...minted]) expect(processes).not.toContain(secret)
  await running.quit()
  expect(filesWith(userData, [...secrets, ...new Set(minted)])).toEqual([])

  const again = await launch()
  await goTo(again.page, 'Account')
  await expect(again.page.getByRole('figure', { name: 'Avatar creations left' })).toContainText('36')
  await goTo(again.page, 'Settings')
  const form = profileForm(again.page)
  await expect(form).toContainText('stored in the OS keychain')
  await expect(form.getByRole('textbox', { name: 'Access token', exact: true })).toHaveValue('')
  await form.getByRole('button', { name: 'Remove secret' }).click()
  await again.page.getByRole('dialog').getByRole('button', { name: 'Remove secret' }).click()
  await expect(form).not.toContainText('stored in the OS keychain')
  // While a secret is being removed, the form starts nothing else.
  await expect(form.getByRole('status')).toContainText('Secret removed')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/no (token|secret|app key)/i)
})

for (const [how, files, details] of [
  ['edited', ['settings.json'], {}],
  ['salvaged', ['settings.json.previous'], { tag: '@extended' }],
] as const) {
  const title = `settings that were ${how} to name another host get no token there`
  test(title, details, async ({ launch, double, otherHost }) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await saveProfile(first.page, double.profile({ name: 'Second' }))
    await first.quit()
    for (const name of files) {
      const file = path.join(first.userData, name)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(new URL(double.baseUrl).origin, otherHost.origin))
    }
    if (how === 'salvaged') writeFileSync(path.join(first.userData, 'settings.json'), '{')

    const { page } = await launch()
    await goTo(page, 'Account')
    const { host } = new URL(otherHost.origin)
    await expect(page.getByText('Paste a new token or key in Settings.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Edit profile' }).first().click()
    await expect(profileForm(page).getByRole('textbox', { name: 'App key', exact: true })).toBeFocused()
    await expect(profileForm(page)).toContainText('stored for another address')
    await profileForm(page).getByRole('button', { name: 'Test connection' }).click()
    await expect(profileForm(page).getByRole('status')).toContainText(host)
    expect(otherHost.requests()).toEqual([])
  })
}

test('testing a connection describes the result in words', async ({ shared, double }) => {
  const { page } = shared
  const form = await fillProfile(page, double.profile({ baseUrl: `${double.baseUrl}/` }))
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText('37')
  await form.getByRole('textbox', { name: 'App key', exact: true }).fill('00000000-0000-4000-8000-000000000000')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/token/i)
  await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill('http://127.0.0.1:9/openapi/v2')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/refused/i)
  // Otherwise main would keep the typed text for the next page.
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden()
})

/** All texts that the page's scripts can still reach after a garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page)
  const chunks: string[] = []
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await client.send('HeapProfiler.enable')
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await client.detach()
  return chunks.join('')
}

/** Types as a person pastes: the test itself does not pass the text through the page's scripts. */
async function pasteInto(page: Page, name: string, text: string): Promise<void> {
  await profileForm(page).getByRole('textbox', { name, exact: true }).focus()
  await page.keyboard.insertText(text)
}

test(
  "a secret leaves the page's memory with the form: saved, discarded, tested",
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { page } = await launch()
    const { appId, appKey, accessToken } = double.service.credentials
    const form = profileForm(page)
    for (const [name, radio, secret] of [
      ['Access token', 'Access token', accessToken],
      ['App key', 'API keys', appKey],
    ] as const) {
      await test.step(name, async () => {
        await fillProfile(page, { ...double.profile({ name: 'Lobby of the heap' }), access: { token: '' } })
        await form.getByRole('radio', { name: radio }).check()
        if (name === 'App key') await form.getByRole('textbox', { name: 'App ID' }).fill(appId)
        await pasteInto(page, name, secret)
        await form.getByRole('button', { name: 'Test connection' }).click()
        await expect(form.getByRole('status').first()).toContainText('37')
        await page.getByRole('button', { name: 'Save profile' }).click()
        await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
        const afterSave = await heapOf(page)
        expect(afterSave).toContain('Lobby of the heap')
        expect(afterSave).not.toContain(secret)
        // Undo cannot restore a saved secret into its field either.
        const field = form.getByRole('textbox', { name, exact: true })
        await field.focus()
        await page.keyboard.press('Control+z')
        await expect(field).toHaveValue('')

        const typed = `sentinel-that-is-typed-as-${name.replace(' ', '-')}-and-not-saved`
        await pasteInto(page, name, typed)
        await goTo(page, 'Account')
        await goTo(page, 'Settings')
        await expect(field).toHaveValue(typed)
        await page.getByRole('button', { name: 'Discard' }).click()
        await page.getByRole('button', { name: 'Discard changes' }).click()
        await expect(field).toHaveValue('')
        expect(await heapOf(page)).not.toContain(typed)
      })
    }
  },
)

// Would catch a token in the library, its index, the copies, the exports and their names, and on the page.
test('a token that the service writes into a conversation is stored and shown nowhere', async ({
  launch,
}, testInfo) => {
  const token = 'tok-sentinel/Zq7+echo=='
  const service = await startConversationServer()
  const data = {
    ...sampleConversation,
    conversationName: `Reception ${token}`,
    conversationInfoDto: {
      ...sampleConversation.conversationInfoDto,
      backStory: Buffer.from(token).toString('base64'),
    },
    detailDto: { ...sampleConversation.detailDto, samplePictureUrl: `/a.png?token=${encodeURIComponent(token)}` },
    modelDtoList: [{ prompt: `Use ${token} for calls.` }],
  }
  service.set('108', data)
  // Larger than the answers that main reads on its own thread.
  service.set('109', { ...data, id: '109', filler: 'x'.repeat(300_000) })
  const running = await launch()
  const { app, page, userData } = running
  await saveProfile(page, { name: 'Echo', baseUrl: service.baseUrl, access: { token } })
  await goTo(page, 'Conversations')
  let seen = ''
  for (const id of ['108', '109']) {
    await fetchConversation(page, id)
    await expect(page.getByRole('article')).toContainText('[redacted]')
    seen += await page.evaluate(() => document.documentElement.outerHTML)
  }
  await library(page).getByRole('searchbox', { name: 'Search the library' }).fill('Reception')
  await expect(library(page).getByRole('list', { name: 'Search results' }).getByRole('button').first()).toBeVisible()
  seen += await page.evaluate(() => document.documentElement.outerHTML)
  expect(seen).not.toContain(token)
  expect(seen).not.toContain('sentinel')

  // At the path that main proposes: the conversation's name becomes the file name.
  await app.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = (...args: readonly unknown[]) => {
      const { defaultPath = '' } = args.at(-1) as { defaultPath?: string }
      return Promise.resolve({ canceled: false, filePath: `${folder}/${defaultPath.split(/[/\\]/).at(-1) ?? ''}` })
    }
  }, testInfo.outputDir)
  for (const entry of ['Raw JSON', 'Markdown']) {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const exported = (): readonly string[] => filesUnder(testInfo.outputDir).filter((file) => file.includes('Reception'))
  await expect
    .poll(() =>
      exported()
        .map((file) => path.extname(file))
        .toSorted(),
    )
    .toEqual(['.json', '.md'])
  expect(filesUnder(testInfo.outputDir).filter((file) => file.includes('sentinel'))).toEqual([])
  expect(filesWith(testInfo.outputDir, [token, 'tok-sentinel'])).toEqual([])
  await running.quit()
  expect(filesWith(userData, [token, 'tok-sentinel'])).toEqual([])
  await service.stop()
})

// Would catch the keys of all connections in a file, because of an environment variable that was meant for a different
// program.
test(
  'no connection keys are written where the environment requests them',
  { tag: '@extended' },
  async ({ launch }, testInfo) => {
    const file = testInfo.outputPath('keys.log')
    const running = await launch({ env: { SSLKEYLOGFILE: file } })
    await expect(running.page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await running.quit()
    expect(existsSync(file)).toBe(false)
  },
)
