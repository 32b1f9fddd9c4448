import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { ExportMenu } from '../../../src/renderer/sections/conversations/export/export-menu.tsx'
import { listenToCopies } from '../../support/clipboard.ts'
import { fail, renderPage } from '../../support/render.tsx'

const command = "curl --get --url 'https://service.example/v2/getConversationById'"

function renderMenu(handlers: Partial<Handlers> = {}) {
  return renderPage(<ExportMenu snapshotId="s1" />, {
    handlers: {
      'conversation.curl': () => ({ text: command }),
      'conversation.export': ({ form }) => ({ fileName: `Lobby 108.${form === 'markdown' ? 'md' : 'json'}` }),
      ...handlers,
    },
  })
}

describe('the export menu', () => {
  it.each([
    ['Raw JSON', 'raw', 'Exported to Lobby 108.json'],
    ['Indented JSON', 'pretty', 'Exported to Lobby 108.json'],
    ['Markdown report', 'markdown', 'Exported to Lobby 108.md'],
  ])('%s', async (item, form, words) => {
    const { user, callsOf } = renderMenu()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(screen.getByRole('menuitem', { name: new RegExp(`^${item}`) }))
    await screen.findByText(words)
    expect(screen.getByRole('status').textContent).toBe(words)
    expect(callsOf('conversation.export')).toEqual([{ snapshotId: 's1', form }])
  })

  it('copies the command line and says that the token is a placeholder', async () => {
    const copied = listenToCopies()
    const { user } = renderMenu()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(screen.getByRole('menuitem', { name: /^Copy as cURL/ }))
    await screen.findByText('Copied; the token is a placeholder.')
    expect(copied).toEqual([command])
  })

  it('goes by the keyboard, around the ends and by first letters', async () => {
    const { user } = renderMenu()
    screen.getByRole('button', { name: 'Export' }).focus()
    await user.keyboard('{ArrowDown}')
    const items = screen.getAllByRole('menuitem')
    items[0]?.focus()
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(items[3])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(items[1])
    await user.keyboard('m')
    expect(document.activeElement).toBe(items[2])
    await user.keyboard('{End}{Home}{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }))
    expect(screen.queryByRole('menuitem')).toBeNull()
  })

  it('says nothing when it was cancelled, and why when it was not written', async () => {
    const answers = [
      () => ({ fileName: null }),
      () => fail({ kind: 'refused', reason: 'file-not-written', detail: 'EACCES' }),
    ]
    const { user } = renderMenu({ 'conversation.export': () => answers.shift()?.() ?? { fileName: null } })
    const choose = async () => {
      await user.click(screen.getByRole('button', { name: 'Export' }))
      await user.click(screen.getByRole('menuitem', { name: /^Raw JSON/ }))
    }
    await choose()
    expect(screen.getByRole('status').textContent).toBe('')
    await choose()
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
