/** Chinese texts that the page combines from several parts. */
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '../../../src/renderer/i18n/language.ts'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import { Combobox } from '../../../src/renderer/ui/combobox.tsx'
import { manifestPreview } from '../../../src/shared/schemas/manifest.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aDraft, aJob, avatarsMain, timedOut } from '../avatars/stage.ts'

const inChinese = () => act(() => setLanguage('zh-CN'))

const drop = (...files: readonly File[]): boolean =>
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } })

// Would catch a Latin full stop between the name of a file and a Chinese sentence.
test('the name of a manifest precedes the meaning of its empty cells', async () => {
  const main = avatarsMain()
  const preview = manifestPreview.parse({
    kind: 'preview',
    manifestId: 'manifest-1',
    fileName: 'm.csv',
    header: ['name'],
    unknownColumns: [],
    goodCount: 1,
    fillCount: 0,
    first: [{ line: 2, image: '', fills: false, overrides: { name: 'Ada' } }],
    wrong: [],
  })
  renderPage(<AvatarsSection />, { ...main, handlers: { ...main.handlers, 'manifest.read': () => preview } })
  await inChinese()
  await screen.findByRole('button', { name: '选择图片' })
  drop(new File(['name\nAda'], 'm.csv', { type: 'text/csv' }))
  await screen.findByText('m.csv：空单元格沿用「用于所有草稿」。')
})

// Would catch a space after a Chinese full stop.
test('the reason why a file was not added and the next step have no space between them', async () => {
  renderPage(<AvatarsSection />, avatarsMain())
  await inChinese()
  await screen.findByRole('button', { name: '选择图片' })
  drop(new File(['x'], 'notes.txt'))
  await screen.findByText('不支持此类图片。请选择 JPEG 或 PNG 文件。')
})

// Would catch names that run into a 和.
test('names are listed with the Chinese mark for lists', async () => {
  const drafts = ['maya 1', 'omar 2'].map((voice, place) =>
    aDraft({ id: draftId.parse(`draft-${String(place)}`), overrides: { voice } }),
  )
  const { user } = renderPage(<AvatarsSection />, avatarsMain({ drafts }))
  await inChinese()
  await user.click(await screen.findByRole('button', { name: '创建 2 个数字人' }))
  const dialog = await screen.findByRole('dialog', { name: '确认创建' })
  within(dialog).getByText('maya 1、omar 2')
})

// Would catch a space after a Chinese full stop, and Latin semicolons and commas between facts about a balance.
test('evidence of an unknown outcome consists of Chinese sentences', async () => {
  const job = aJob({
    state: 'unknown',
    failure: timedOut,
    evidence: {
      sentAt: today(10, 31, 5),
      endedAt: null,
      balanceBefore: { avatarCreationsLeft: 35, at: today(10, 31, 4) },
      balanceAfter: { avatarCreationsLeft: 34, at: today(10, 31, 36) },
    },
  })
  const { user } = renderPage(<AvatarsSection />, avatarsMain({ jobs: [job] }))
  await inChinese()
  const balances = '余额 35（10:31:04）→ 34（10:31:36）；其他人也可能在使用此账户'
  const row = (await screen.findByRole('button', { name: '输入任务 ID' })).closest('tr')
  expect(row?.textContent).toContain(`30 秒内没有应答。${balances}`)
  await user.click(screen.getByRole('button', { name: '更多操作：Anna' }))
  await user.click(await screen.findByRole('menuitem', { name: '显示详情' }))
  const { textContent } = await screen.findByRole('complementary', { name: '数字人详情' })
  expect(textContent).toContain(balances)
  expect(textContent).toContain('发送于 10:31:05，没有收到应答')
})

// Would catch a Latin colon between two Chinese words.
test('the text about the keychain has the Chinese colon', async () => {
  renderPage(<SettingsSection />)
  await inChinese()
  await screen.findByText('Secret Service：可用')
})

// Would catch the library's own English name, which a Chinese screen reader would spell out.
test('the button that closes a list of proposals has a name from our catalogue', async () => {
  const { user } = renderPage(
    <Combobox aria-label="voice" options={[{ value: 'maya' }]} value="" onChange={() => undefined} />,
  )
  await inChinese()
  await user.click(screen.getByRole('combobox', { name: 'voice' }))
  await screen.findByRole('button', { name: '关闭' })
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})
