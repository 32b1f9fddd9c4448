import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { compareConversations } from '../../../src/shared/conversation/changes.ts'
import { compareJson } from '../../../src/shared/conversation/text-diff.ts'
import { compareTexts } from '../../../src/shared/conversation/text-diff.ts'
import { readDocument } from '../../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import { textAt } from '../../../src/shared/conversation/values.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { CompareButton } from '../../../src/renderer/sections/conversations/compare/compare-dialog.tsx'
import { CompareView } from '../../../src/renderer/sections/conversations/compare/compare-view.tsx'
import { textRows } from '../../../src/renderer/sections/conversations/compare/text-parts.tsx'
import { startComparison } from '../../../src/renderer/state/comparison-store.ts'
import { en } from '../../../src/renderer/i18n/en.ts'
import { renamedFields } from '../../../src/shared/conversation/change-text.ts'
import type { ComparedSource } from '../../../src/shared/schemas/conversation.ts'
import { comparedFileId, fileHandle, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { layOut } from '../../support/lay-out.ts'
import { profileId as openProfile } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aBody, aSavedSnapshot, conversationsMain } from './stage.ts'
import type { SavedSnapshot } from './stage.ts'

const fileBody = aBody({ ...sampleConversation, language: 'en' })

/** Main's comparisons over snapshots that the test keeps, and one file. */
function comparing(saved: readonly SavedSnapshot[]): Partial<Handlers> {
  const find = (source: ComparedSource): ConversationDocument => {
    if (source.kind === 'file') return readDocument(fileBody)
    const found = saved.find(({ summary }) => summary.id === source.snapshotId)
    return found?.document ?? fail({ kind: 'not-found', what: 'snapshot' })
  }
  return {
    'comparison.read': ({ left, right }) => compareConversations(find(left), find(right)),
    'comparison.text': ({ left, right, leftPath, rightPath }) =>
      compareTexts(textAt(find(left), leftPath), textAt(find(right), rightPath)),
    'comparison.json': ({ left, right, from, count }) =>
      compareJson(find(left).rawText, find(right).rawText).window(from, count),
    'comparison.addFile': () => ({
      fileId: comparedFileId.parse('f1'),
      fileName: 'kept.json',
      name: 'Unnamed-18:04',
      conversationId: '108',
      bytes: fileBody.length,
    }),
    'library.list': () => ({ entries: [], total: 0 }),
  }
}

/** The button of the first snapshot, and the comparison that it leads to. */
function show(saved: readonly SavedSnapshot[], handlers: Partial<Handlers>): RenderedPage {
  layOut()
  const [first] = saved
  if (first === undefined) throw new Error('nothing is kept')
  const page = (
    // Long lists draw what is in the box that scrolls.
    <div style={{ overflowY: 'auto' }}>
      <CompareButton here={first.summary} />
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

async function compared() {
  const saved = [
    aSavedSnapshot(withStory('library', 5, [script('3', 4), script('1', 1), script('9', 2)]), {
      id: 'new',
      fetchedAt: 2_000,
    }),
    aSavedSnapshot(withStory('museum', 0, [script('1', 1), script('2', 7), script('3', 4)]), {
      id: 'old',
      fetchedAt: 1_000,
    }),
  ]
  const page = show(saved, comparing(saved))
  await page.user.click(screen.getByRole('button', { name: 'Compare' }))
  const others = await screen.findByRole('list', { name: 'Other snapshot' })
  await page.user.click(within(others).getByRole('button', { name: /older/ }))
  return { ...page, view: await screen.findByRole('region', { name: 'Comparison' }) }
}

const lines = (view: HTMLElement): readonly string[] =>
  [...view.querySelectorAll('p')].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

describe('a comparison of two snapshots', () => {
  test('tells in words what changed, the older one on the left', async () => {
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

  // Would catch an answer that comes late and opens a comparison over what the operator reads by then.
  test('is not opened by a read that was cancelled', async () => {
    const answer = Promise.withResolvers<undefined>()
    const first = aSavedSnapshot(withStory('library', 5), { id: 'new', fetchedAt: 2_000 })
    const late = aSavedSnapshot(withStory('museum', 5), { id: 'late', fetchedAt: 3_000 })
    const { user, calls, answered } = show([first, late], {
      ...comparing([first, late]),
      'conversation.fetch': async () => {
        await answer.promise
        return late.summary
      },
    })
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await user.click(await screen.findByRole('button', { name: 'Read and compare' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    answer.resolve(undefined)
    await answered('conversation.fetch')
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
    expect(calls.map(({ name }) => name)).not.toContain('comparison.read')
  })

  test('can be turned around, and closed', async () => {
    const { view, user } = await compared()
    await user.click(within(view).getByRole('button', { name: 'Swap sides' }))
    await within(view).findByText('Script removed: waiting phrase')
    await user.click(within(view).getByRole('button', { name: 'Close comparison' }))
    expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
  })

  test('that follows another one does not say where that was saved', async () => {
    const saved = ['new', 'old', 'oldest'].map((id, age) => aSavedSnapshot(aBody(), { id, fetchedAt: 3_000 - age }))
    const { user } = show(saved, { ...comparing(saved), 'comparison.export': () => ({ fileName: 'changes.md' }) })
    const start = (right: string): void => {
      const [one, other] = ['new', right].map((id) => ({ kind: 'snapshot', snapshotId: snapshotId.parse(id) }) as const)
      if (one && other) act(() => startComparison({ left: one, right: other }))
    }
    start('old')
    await user.click(await screen.findByRole('button', { name: 'Export as Markdown' }))
    await screen.findByText('Saved as changes.md')
    start('oldest')
    expect(screen.queryByText('Saved as changes.md')).toBeNull()
  })

  test('goes by arrows from part to part: texts side by side, JSON by line', async () => {
    const { view, user } = await compared()
    await user.click(await within(view).findByRole('tab', { name: 'What changed' }))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(within(view).getByRole('tab', { name: 'Texts', selected: true }))
    expect((await within(view).findByText('museum')).tagName).toBe('DEL')
    await user.keyboard('{End}')
    const rows = await within(view).findByRole('region', { name: 'JSON lines' })
    expect(await within(rows).findAllByRole('button', { name: /equal lines$/ })).not.toHaveLength(0)
    await user.click(within(view).getByRole('button', { name: 'Next' }))
    within(view).getByText(/^1 of \d+$/)
  })
})

// Would catch a service that does not answer, and a dialog in which no other conversation can be chosen meanwhile.
test('another conversation can be read while one is not answered', async () => {
  const saved = [
    aSavedSnapshot(aBody(), { id: 'here' }),
    aSavedSnapshot(aBody(), { id: 'other', conversationId: '109' }),
  ]
  const { user, callsOf } = show(saved, {
    ...comparing(saved),
    'library.search': () => ({ hits: [], total: 0, isIndexing: false }),
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

test('a file is the other side, and failures of a file are said', async () => {
  const saved = [aSavedSnapshot()]
  let isFirst = true
  const handlers = comparing(saved)
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

test('the same on both sides says so', async () => {
  const saved = [aSavedSnapshot(aBody(), { id: 'a', fetchedAt: 2 }), aSavedSnapshot(aBody(), { id: 'b', fetchedAt: 1 })]
  const { user } = show(saved, comparing(saved))
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(within(await screen.findByRole('list', { name: 'Other snapshot' })).getByRole('button'))
  await screen.findByText('Nothing differs')
})

test('columns of a text hold every line of their side, and level where both are the same', () => {
  const rows = textRows([
    { kind: 'same', text: 'one\ntwo ' },
    { kind: 'removed', text: 'and a half\nthree' },
    { kind: 'added', text: 'or so' },
    { kind: 'same', text: '\nfour' },
  ])
  const side = (which: 'left' | 'right') =>
    rows.map((row) => row[which]?.parts.map(({ text }) => text).join('') ?? null)
  expect(side('left')).toEqual(['one', 'two and a half', 'three', 'four'])
  expect(side('right')).toEqual(['one', 'two or so', null, 'four'])
  expect(rows.map(({ isSame }) => isSame)).toEqual([true, false, false, true])
  expect(rows.at(-1)?.right?.number).toBe(3)
})

test('fields that are renamed are those that the catalogue renames', () => {
  const renamed = Object.keys(en.compare.what).map((key) => key.replaceAll('/', '.'))
  expect(new Set(renamed)).toEqual(renamedFields)
})
