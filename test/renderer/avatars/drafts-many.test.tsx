import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { renderPage } from '../../support/render.tsx'
import { aDraft, avatarsMain } from './stage.ts'

const listHeight = 560
const rowHeight = 280

// jsdom has no layout, so every list has the real height with one card per row.
class StillObserver {
  observe(): void {
    return undefined
  }
  unobserve(): void {
    return undefined
  }
  disconnect(): void {
    return undefined
  }
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', StillObserver)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(listHeight)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

function open(count: number) {
  const drafts = Array.from({ length: count }, (_, index) =>
    aDraft({ id: draftId.parse(`draft-${index + 1}`), fileName: `p${index + 1}.jpg` }),
  )
  const main = avatarsMain({ drafts })
  return {
    ...renderPage(
      // Long lists draw only the visible part of the scrolling box.
      <div style={{ overflowY: 'auto' }}>
        <AvatarsSection />
      </div>,
      main,
    ),
    saved: main.state,
  }
}

const list = (): Promise<HTMLElement> => screen.findByRole('list', { name: 'Drafts' })

async function customFieldsOf(name: string): Promise<HTMLElement> {
  const title = await within(await list()).findByText(name)
  return within(title.closest('li') ?? document.body).getByRole('button', { name: 'Custom fields' })
}

async function scrollTo(top: number): Promise<void> {
  const box = await list()
  vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top, 0, 0))
  fireEvent.scroll(box.closest('div[style]') ?? box)
}

// Would catch a list that reports only the visible dozen to a screen reader.
test('in a very long list, each card has its position among all cards, wherever the list is scrolled', async () => {
  open(400)
  const cards = await within(await list()).findAllByRole('listitem')
  expect(cards[0]?.getAttribute('aria-setsize')).toBe('400')
  expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(cards.map((_, index) => String(index + 1)))
  await scrollTo(100_000)
  await waitFor(() => {
    // The first line stays drawn, because Tab goes to it.
    const last = [...document.querySelectorAll('li[data-key]')].at(-1)?.getAttribute('aria-posinset')
    expect(Number(last)).toBeGreaterThan(300)
  })
})

// Would catch a focus that restarts at the top of the page because its card was scrolled out of view.
test('the focused card stays drawn while the list is scrolled', async () => {
  open(300)
  const first = within(await list())
    .getByText('p1')
    .closest('li')
  const button = within(first ?? document.body).getByRole('button', { name: 'Custom fields' })
  button.focus()
  await scrollTo(50_000)
  await waitFor(async () => {
    expect(
      within(await list())
        .getAllByRole('listitem')[1]
        ?.getAttribute('aria-posinset'),
    ).not.toBe('2')
  })
  expect(document.activeElement).toBe(button)
})

// Would catch a sixty-first draft that redraws all cards or loses the focus.
test('cards keep their elements when the list becomes a long one', async () => {
  const { user, saved, emit } = open(60)
  const button = await customFieldsOf('p1')
  button.focus()
  saved.drafts = [...saved.drafts, aDraft({ id: draftId.parse('draft-61'), fileName: 'p61.jpg' })]
  await emit('creator.changed', {})
  await waitFor(() => expect(button.closest('li')?.getAttribute('aria-setsize')).toBe('61'))
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  screen.getByRole('dialog', { name: 'Custom fields of p1.jpg' })
})

// Would catch cards that are recreated, with a lost focus, when enough cards are removed that all are drawn.
test('cards keep their elements when a long list becomes a short one', async () => {
  const { saved, emit } = open(70)
  await scrollTo(1_700)
  const button = await customFieldsOf('p12')
  button.focus()
  saved.drafts = saved.drafts.slice(0, 50)
  await emit('creator.changed', {})
  await waitFor(() => expect(document.querySelectorAll('li[data-key]')).toHaveLength(50))
  expect(document.activeElement).toBe(button)
})

// Would catch a Delete that skips drafts whose cards are not in view.
test('Ctrl+A selects every draft, whether its card is drawn or not', async () => {
  const { user } = open(90)
  const card = await customFieldsOf('p1')
  card.focus()
  await user.keyboard('{Control>}a{/Control}')
  screen.getByText('90 of 90 selected')
})

// Would catch arrow keys that do nothing once the focused card was scrolled out of view.
test('an arrow key moves to the next card even when it is not drawn', async () => {
  const { user } = open(300)
  const box = within((await within(await list()).findByText('p1')).closest('li') ?? document.body).getByRole('checkbox')
  box.focus()
  await scrollTo(20_000)
  await waitFor(async () => expect(within(await list()).queryByText('p3')).toBeNull())
  expect(document.activeElement).toBe(box)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('li')?.textContent).toContain('p2')
})
