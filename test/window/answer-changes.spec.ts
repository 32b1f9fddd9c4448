/** A service that changes the fields of its answers without notice: the window reports it. */
import { expect, test } from '../support/app.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

test('a new field of an answer causes a notice that shows both shapes, until it is dismissed', async ({ shared }) => {
  const { page } = shared
  const server = await startConversationServer()
  try {
    await saveProfile(page, { name: 'Lobby', baseUrl: server.baseUrl, access: { token: 'lobby-token' } })
    server.set('108', { id: '108', conversationName: 'Ada' })
    server.set('109', { id: '109', conversationName: 'Bo', mood: { level: 'SENTINEL' } })
    await goTo(page, 'Conversations')
    const box = page.getByRole('textbox', { name: 'Conversation ID' })
    const open = async (id: string, name: string): Promise<void> => {
      await box.fill(id)
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(page.getByRole('article', { name })).toBeVisible()
    }
    await open('108', 'Ada')
    await open('109', 'Bo')
    const notice = page.getByRole('status').filter({ hasText: 'new field data.mood (object)' })
    await expect(notice).toContainText('getConversationById')

    await page.getByRole('button', { name: 'Show changes' }).click()
    const dialog = page.getByRole('dialog', { name: "Changes in the service's answers" })
    await dialog.getByText('Both shapes').click()
    const shapes = dialog.getByRole('table', { name: 'Shapes of getConversationById' })
    await expect(shapes.getByRole('row', { name: 'data.mood –' })).toContainText('object')
    await expect(shapes.getByRole('row', { name: /^data\.id / })).toContainText('text')
    await expect(dialog).not.toContainText('SENTINEL')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
  } finally {
    await server.stop()
  }
})
