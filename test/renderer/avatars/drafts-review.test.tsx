import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { renderPage } from '../../support/render.tsx'
import { aDraft, avatarsMain } from './stage.ts'

function open(drafts: readonly Draft[]) {
  const main = avatarsMain({ drafts: [...drafts] })
  return { ...renderPage(<AvatarsSection />, main), saved: main.state }
}

describe('drafts to review', () => {
  const doubtful = (name: string): Draft =>
    aDraft({ id: draftId.parse(name), fileName: `${name}.jpg`, findings: [{ id: 'blurred', facts: {} }] })
  const good = (name: string): Draft => aDraft({ id: draftId.parse(name), fileName: `${name}.jpg` })
  const names = async (): Promise<readonly (string | null)[]> =>
    within(await screen.findByRole('list', { name: 'Drafts' }))
      .getAllByRole('listitem')
      .map((card) => within(card).getByRole('checkbox').getAttribute('aria-label'))

  // Would catch a filter under which a hidden draft is created or removed.
  it('can be shown alone, and only shown drafts are selected and created', async () => {
    const { user, callsOf } = open([good('anna'), doubtful('bo'), good('cem'), doubtful('dora')])
    await user.click(await screen.findByRole('checkbox', { name: 'Select anna' }))
    const filter = screen.getByRole('button', { name: '2 to review' })
    await user.click(filter)
    expect(filter.getAttribute('aria-pressed')).toBe('true')
    expect(await names()).toEqual(['Select bo', 'Select dora'])
    screen.getByText('2 of 4 shown')
    screen.getByRole('button', { name: 'Create 2 avatars' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    screen.getByText('2 of 2 selected')
    await user.click(screen.getByRole('checkbox', { name: 'Select bo' }))
    await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
    await waitFor(() => expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ['dora'] }]))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(filter)
    await waitFor(async () => expect(await names()).toHaveLength(4))
  })

  // Would catch a filter that hides new cards, or that returns after it ended.
  it('are no longer shown alone when files are dropped or the last draft to review is removed', async () => {
    const { user, saved, emit } = open([good('anna'), doubtful('bo')])
    await user.click(await screen.findByRole('button', { name: '1 to review' }))
    expect(await names()).toEqual(['Select bo'])
    fireEvent.drop(window, {
      dataTransfer: {
        types: ['Files'],
        files: [new File(['pixels'], 'new.png', { type: 'image/png' })],
        dropEffect: 'none',
      },
    })
    await waitFor(async () => expect(await names()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: '1 to review' }))
    saved.drafts = [good('anna')]
    await emit('creator.changed', {})
    await waitFor(async () => expect(await names()).toEqual(['Select anna']))
    saved.drafts = [good('anna'), doubtful('bo')]
    await emit('creator.changed', {})
    await screen.findByRole('button', { name: '1 to review', pressed: false })
    await waitFor(async () => expect(await names()).toHaveLength(2))
  })
})
