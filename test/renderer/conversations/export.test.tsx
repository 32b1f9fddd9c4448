import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { ExportMenu } from '../../../src/renderer/sections/conversations/export-menu.tsx'
import { OpenedContext } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { opened } from './stage.ts'

const conversation = opened()
const command = "curl --get --url 'https://service.example/v2/getConversationById'"

function renderMenu(handlers: Partial<Handlers> = {}) {
  const page = (
    <>
      <OpenedContext value={conversation}>
        <ExportMenu />
      </OpenedContext>
      <Toasts />
    </>
  )
  return renderPage(page, {
    handlers: {
      'conversation.curl': () => ({ text: command }),
      'conversation.export': ({ form }) => ({ fileName: `Lobby 108.${form === 'markdown' ? 'md' : 'json'}` }),
      ...handlers,
    },
  })
}

describe('the export menu', () => {
  it.each([
    ['Raw JSON', 'raw', 'Saved as Lobby 108.json'],
    ['Indented JSON', 'pretty', 'Saved as Lobby 108.json'],
    ['Markdown report', 'markdown', 'Saved as Lobby 108.md'],
  ])('%s', async (item, form, words) => {
    const { user, callsOf } = renderMenu()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
    await screen.findByText(words)
    expect(callsOf('conversation.export')).toEqual([{ snapshotId: 'snapshot-1', form }])
  })

  it('copies the command line with a placeholder for the token', async () => {
    const copied = listenToCopies()
    const { user } = renderMenu()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Copy as cURL.*Without the token/ }))
    await screen.findByText('Copied')
    expect(copied).toEqual([command])
  })

  it('can be used with the keyboard, around the ends and by first letters', async () => {
    const { user } = renderMenu()
    const button = screen.getByRole('button', { name: 'Export' })
    const press = async (keys: string, focused: RegExp) => {
      await user.keyboard(keys)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: focused })))
    }
    button.focus()
    await press('{ArrowDown}', /^Raw JSON/)
    await press('{ArrowUp}', /^Copy as cURL/)
    await press('{ArrowDown}{ArrowDown}', /^Indented JSON/)
    await press('m', /^Markdown report/)
    await press('{End}{Home}', /^Raw JSON/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await press('{ArrowUp}', /^Copy as cURL/)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menuitem')).toBeNull()
  })

  it('shows nothing after a cancellation, and the reason when the file was not written', async () => {
    const answers = [
      () => ({ fileName: null }),
      () => fail({ kind: 'refused', reason: 'file-not-written', detail: 'EACCES' }),
    ]
    const { user } = renderMenu({ 'conversation.export': () => answers.shift()?.() ?? { fileName: null } })
    const choose = async () => {
      await user.click(screen.getByRole('button', { name: 'Export' }))
      await user.click(await screen.findByRole('menuitem', { name: /^Raw JSON/ }))
    }
    await choose()
    expect(screen.getByRole('status').textContent).toBe('')
    await choose()
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
