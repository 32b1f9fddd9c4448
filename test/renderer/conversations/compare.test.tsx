import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { CompareButton } from '../../../src/renderer/sections/conversations/compare/compare-dialog.tsx'
import { CompareView } from '../../../src/renderer/sections/conversations/compare/compare-view.tsx'
import { go, sectionStateOf } from '../../../src/renderer/state/location-store.ts'
import { en } from '../../../src/renderer/i18n/en.ts'
import { renamedFields } from '../../../src/shared/conversation/change-text.ts'
import { comparedFileId, fileHandle, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { layOut } from '../../support/lay-out.ts'
import { profileId as openProfile } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aHit } from './library-stage.ts'
import { aBody, aSavedSnapshot, conversationsMain } from './stage.ts'
import type { SavedSnapshot } from './stage.ts'

const fileBody = aBody({ ...sampleConversation, language: 'en' })

/** Main's side of comparisons: one dropped file, and an empty library. */
function comparing(): Partial<Handlers> {
  return {
    'comparison.readFile': () => ({ text: fileBody }),
    'comparison.addFile': () => ({
      fileId: comparedFileId.parse('f1'),
      fileName: 'kept.json',
      name: 'Unnamed-18:04',
      conversationId: '108',
      bytes: fileBody.length,
    }),
    'library.list': () => ({ rows: [], total: 0 }),
  }
}

/** The button of the first snapshot, and the comparison that it opens. */
function show(saved: readonly SavedSnapshot[], handlers: Partial<Handlers>): RenderedPage {
  layOut()
  const [first] = saved
  if (first === undefined) throw new Error('nothing is kept')
  const page = (
    // Long lists draw only the visible part of the scrolling box.
    <div style={{ overflowY: 'auto' }}>
      <CompareButton snapshot={first.summary} />
      <CompareView />
    </div>
  )
  setShownProfile(profileId.parse(openProfile))
  const dropped = () => [{ handle: fileHandle.parse('h1'), fileName: 'kept.json' }]
  return renderPage(page, { handlers: { ...conversationsMain({}, [...saved]), ...handlers }, dropped })
}

const story = (place: string) => `She has worked in the ${place} for ten years and knows all of it.`
const withStory = (place: string, ttsSpeedRate: number, scriptDtoList: readonly object[] = []) =>
  aBody({
    ...sampleConversation,
    conversationInfoDto: { ...sampleConversation.conversationInfoDto, backStory: story(place) },
    detailDto: { ...sampleConversation.detailDto, ttsSpeedRate },
    scriptDtoList,
  })

const script = (id: string, scriptType: number) => ({ id, scriptType, scriptContent: `words ${id}` })

const before = withStory('museum', 0, [script('1', 1), script('2', 7), script('3', 4)])
const after = withStory('library', 5, [script('3', 4), script('1', 1), script('9', 2)])

async function compared(older = before, newer = after, olderAt = 1_000) {
  const page = show(
    [aSavedSnapshot(newer, { id: 'new', fetchedAt: 2_000 }), aSavedSnapshot(older, { id: 'old', fetchedAt: olderAt })],
    comparing(),
  )
  await page.user.click(screen.getByRole('button', { name: 'Compare' }))
  const others = await screen.findByRole('list', { name: 'Another snapshot' })
  await page.user.click(within(others).getByRole('button', { name: /older/ }))
  return { ...page, view: await screen.findByRole('region', { name: 'Comparison' }) }
}

const lines = (view: HTMLElement): readonly string[] =>
  [...view.querySelectorAll('p')].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

describe('a comparison of two snapshots', () => {
  // Would catch added words that are shown as removed.
  test('has the snapshot that was read first on the left, also after the clock was set back', async () => {
    await compared(before, after, 3_600_000)
    expect(sectionStateOf().comparison).toMatchObject({ left: { snapshotId: 'old' }, right: { snapshotId: 'new' } })
  })

  test('shows the changes as text, with the older snapshot on the left', async () => {
    const { view, user } = await compared()
    await within(view).findByText('Backstory changed')
    expect(lines(view)).toContain('Voice speed 0 → 5')
    within(view).getByText('Farewell moved from 3 to 1')
    within(view).getByText('Script added: waiting phrase')
    within(view).getByText('Script removed: guiding phrase')
    expect((await within(view).findByText('museum')).tagName).toBe('DEL')
    expect(within(view).getByText('library').tagName).toBe('INS')
    await user.click(within(view).getByRole('button', { name: /^Voice/ }))
    expect(within(view).queryByText('Backstory changed')).toBeNull()
    expect(lines(view)).toContain('Voice speed 0 → 5')
  })

  // Would catch a late answer that opens a comparison over the content on screen.
  test('is not opened by a cancelled read', async () => {
    const answer = Promise.withResolvers<undefined>()
    const first = aSavedSnapshot(withStory('library', 5), { id: 'new', fetchedAt: 2_000 })
    const late = aSavedSnapshot(withStory('museum', 5), { id: 'late', fetchedAt: 3_000 })
    const { user, answered } = show([first, late], {
      ...comparing(),
      'conversation.fetch': async () => {
        await answer.promise
        return late.summary
      },
    })
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await user.click(await screen.findByRole('button', { name: 'Refresh and compare' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    answer.resolve(undefined)
    await answered('conversation.fetch')
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })

  test('can be turned around, and closed', async () => {
    const { view, user } = await compared()
    await user.click(within(view).getByRole('button', { name: 'Swap sides' }))
    await within(view).findByText('Script removed: waiting phrase')
    await user.click(within(view).getByRole('button', { name: 'Close comparison' }))
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })

  test('does not show where the previous comparison was saved', async () => {
    const saved = ['new', 'old', 'oldest'].map((id, age) => aSavedSnapshot(aBody(), { id, fetchedAt: 3_000 - age }))
    const { user } = show(saved, { ...comparing(), 'comparison.export': () => ({ fileName: 'changes.md' }) })
    const start = (right: string): void => {
      const [one, other] = ['new', right].map((id) => ({ kind: 'snapshot', snapshotId: snapshotId.parse(id) }) as const)
      if (one && other)
        act(() => go({ section: 'conversations', comparison: { left: one, right: other, part: 'changes' } }))
    }
    start('old')
    await user.click(await screen.findByRole('button', { name: 'Export as Markdown' }))
    await screen.findByText('Saved as changes.md')
    start('oldest')
    expect(screen.queryByText('Saved as changes.md')).toBeNull()
  })

  // Would catch a difference that is shown only by colour, and keys that stop at the last change.
  test('shows the JSON as one list of lines, and moves from change to change by button and F7', async () => {
    const { view, user } = await compared()
    await user.click(await within(view).findByRole('tab', { name: /^What changed/ }))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(within(view).getByRole('tab', { name: 'JSON', selected: true }))
    const box = within(view).getByRole('region', { name: 'JSON lines' })
    const changed = [...box.querySelectorAll('[data-kind="removed"], [data-kind="added"]')].map((line) =>
      line.textContent.replace(/^\d*\D/, (start) => start.slice(-1)),
    )
    expect(changed).toContain('−      "ttsSpeedRate": 0,')
    expect(changed).toContain('+      "ttsSpeedRate": 5,')
    const count = box.children.length
    expect(count).toBeGreaterThan(1)
    const place = () => within(view).getByText(/^\d+ of \d+$/).textContent
    const current = () => [...box.children].findIndex((hunk) => hunk.getAttribute('data-current') === 'true')
    await user.click(within(view).getByRole('button', { name: 'Next' }))
    expect([place(), current()]).toEqual([`1 of ${String(count)}`, 0])
    await user.keyboard('{F7}')
    expect([place(), current()]).toEqual([`2 of ${String(count)}`, 1])
    await user.keyboard('{Shift>}{F7}{F7}{/Shift}')
    expect([place(), current()]).toEqual([`${String(count)} of ${String(count)}`, count - 1])
    await user.click(within(view).getByRole('button', { name: 'Previous' }))
    expect(current()).toBe(count - 2)
  })

  // Would catch pages of a prompt for one changed word, and a remainder that cannot be read.
  test('marks the changed words of a long text, and shows the whole text on request', async () => {
    const prompt = (word: string) => `${'start '.repeat(100)}${word}${' end'.repeat(100)}`
    const [model] = sampleConversation.modelDtoList
    const of = (word: string) => aBody({ ...sampleConversation, modelDtoList: [{ ...model, prompt: prompt(word) }] })
    const { view, user } = await compared(of('museum'), of('library'))
    await within(view).findByText(/Prompt changed$/)
    expect(within(view).getByText('museum').tagName).toBe('DEL')
    expect(within(view).getByText('library').tagName).toBe('INS')
    const whole = prompt('museumlibrary')
    expect(lines(view)).not.toContain(whole)
    await user.click(within(view).getByRole('button', { name: 'Show all' }))
    expect(lines(view)).toContain(whole)
    await user.click(within(view).getByRole('button', { name: 'Show less' }))
    expect(lines(view)).not.toContain(whole)
  })
})

// Would catch a dialog in which no other conversation can be chosen while the service does not answer.
test('a different conversation can be read while the first read is in flight', async () => {
  const saved = [
    aSavedSnapshot(aBody(), { id: 'here' }),
    aSavedSnapshot(aBody(), { id: 'other', conversationId: '109' }),
  ]
  const { user, callsOf } = show(saved, {
    ...comparing(),
    'library.search': () => ({ rows: [], total: 0 }),
    'conversation.fetch': ({ conversationId }) =>
      conversationId === '109'
        ? (saved[1]?.summary ?? fail({ kind: 'no-token' }))
        : Promise.withResolvers<never>().promise,
  })
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('radio', { name: 'Another conversation' }))
  const box = await screen.findByRole('textbox', { name: 'Search, or enter an ID' })
  for (const id of ['110', '109']) {
    await user.clear(box)
    await user.type(box, `${id}{Enter}{Enter}`)
  }
  await screen.findByRole('region', { name: 'Comparison' })
  expect(callsOf('conversation.fetch')).toEqual([{ conversationId: '110' }, { conversationId: '109' }])
})

// Would catch a comparison with a text that the other conversation no longer has.
test('a conversation that is found by its earlier text is compared as it is now', async () => {
  const saved = ['snapshot-1', 'was', 'is'].map((id) => aSavedSnapshot(aBody(), { id }))
  const hit = aHit('109', { snapshotId: 'was', newestSnapshotId: 'is', isOld: true, name: 'Lobby' })
  const { user } = show(saved, { ...comparing(), 'library.search': () => ({ rows: [hit], total: 1 }) })
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('radio', { name: 'Another conversation' }))
  await user.type(await screen.findByRole('textbox', { name: 'Search, or enter an ID' }), 'old words')
  const found = await screen.findByRole('list', { name: 'Another conversation' })
  await user.click(within(found).getByRole('button', { name: /Lobby/ }))
  await screen.findByRole('region', { name: 'Comparison' })
  expect(sectionStateOf().comparison).toMatchObject({ right: { kind: 'snapshot', snapshotId: 'is' } })
})

test('a file can be the other side, and failures of a file are shown', async () => {
  const saved = [aSavedSnapshot()]
  let isFirst = true
  const handlers = comparing()
  const { user } = show(saved, {
    ...handlers,
    'comparison.addFile': (input, context) => {
      if (!isFirst) return handlers['comparison.addFile']?.(input, context) ?? fail({ kind: 'internal', logId: 'x' })
      isFirst = false
      return fail({ kind: 'refused', reason: 'not-json', detail: 'kept.json' })
    },
  })
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('radio', { name: 'A file' }))
  const choose = async () => {
    const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
    if (input === null) throw new Error('no place for a file')
    await user.upload(input, new File([fileBody], 'kept.json', { type: 'application/json' }))
  }
  await choose()
  await screen.findByText("kept.json isn't JSON.")
  await choose()
  const view = await screen.findByRole('region', { name: 'Comparison' })
  await within(view).findByText('Language')
  expect(lines(view)).toContain('Language zh → en')
})

// Would catch a comparison that waits forever for a file of an earlier run.
test('a file that is no longer available is reported instead of the comparison', async () => {
  const saved = [aSavedSnapshot()]
  show(saved, {
    ...comparing(),
    'comparison.readFile': () => fail({ kind: 'refused', reason: 'not-at-hand', detail: null }),
  })
  const file = { fileId: comparedFileId.parse('f1'), fileName: 'kept.json', name: null, conversationId: null, bytes: 9 }
  act(() =>
    go({
      section: 'conversations',
      comparison: {
        left: { kind: 'snapshot', snapshotId: snapshotId.parse('snapshot-1') },
        right: { kind: 'file', file },
        part: 'changes',
      },
    }),
  )
  const view = await screen.findByRole('region', { name: 'Comparison' })
  await within(view).findByText("Couldn't compare:")
  within(view).getByText(/kept\.json/)
})

test('equal sides are reported as equal', async () => {
  const saved = [aSavedSnapshot(aBody(), { id: 'a', fetchedAt: 2 }), aSavedSnapshot(aBody(), { id: 'b', fetchedAt: 1 })]
  const { user } = show(saved, comparing())
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(within(await screen.findByRole('list', { name: 'Another snapshot' })).getByRole('button'))
  await screen.findByText('No differences')
  await user.click(screen.getByRole('tab', { name: 'JSON' }))
  await screen.findByText('No differences')
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})

test('only fields that the catalogue renames count as renamed', () => {
  const renamed = Object.keys(en.compare.what).map((key) => key.replaceAll('/', '.'))
  expect(new Set(renamed)).toEqual(renamedFields)
})
