import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { go, sectionStateOf } from '../../../src/renderer/state/location-store.ts'
import { openTarget } from '../../../src/renderer/state/open-conversation.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'
import { anAppState, aProfile } from '../../support/page-state.ts'
import { fail } from '../../support/render.tsx'
import { aHit } from './library-stage.ts'
import { aBody, aSavedSnapshot, longId } from './stage.ts'
import { boxIn, open, partOf, linesOf, show, valueOf } from './viewer-stage.tsx'

// Would catch a missing or misplaced heading that tests, screen readers and operators search for.
test('the headings are in order', async () => {
  await show([aSavedSnapshot(aBody(filledConversation))])
  const headings = within(screen.getByRole('article', { name: 'Unnamed-18:04' })).getAllByRole('heading', { level: 2 })
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Checks',
    'Overview',
    'Persona',
    'Appearance',
    'Voice',
    'Language models',
    'Scripts',
    'Knowledge',
    'Raw JSON',
  ])
})

// Would catch three kinds of empty values that look the same: "not sent" and "sent as nothing" are different bugs of a
// caller.
test('null, absent and empty differ', async () => {
  const { language, ...withoutLanguage } = sampleConversation
  await show([aSavedSnapshot(aBody(withoutLanguage))])
  expect(language).toBe('zh')
  expect(valueOf('Overview', 'Language').textContent).toBe('absent')
  expect(valueOf('Overview', 'Speech recognition').textContent).toBe('null')
  expect(valueOf('Persona', 'Name').textContent).toBe('empty')
  expect(valueOf('Knowledge', 'Knowledge bases').textContent).toBe('empty')
  // Visible too: each value is under its own heading.
  const headOf = (heading: string, label: string) =>
    valueOf(heading, label).closest('dl')?.previousElementSibling?.textContent
  expect(headOf('Overview', 'Language')).toBe('absent')
  expect(headOf('Overview', 'Speech recognition')).toBe('null')
  expect(headOf('Persona', 'Name')).toBe('empty')
})

// Would catch a meaning without its number, an invented meaning, and a zero that is interpreted as a fact.
test('coded integers show meaning and raw value, and say where no meaning is documented', async () => {
  const detailDto = { ...sampleConversation.detailDto, modelIdType: 7 }
  await show([aSavedSnapshot(aBody({ ...sampleConversation, detailDto }))])
  expect(valueOf('Persona', 'Gender').textContent).toBe('1 · male')
  expect(valueOf('Overview', 'Knowledge base').textContent).toBe('1 · on')
  expect(valueOf('Appearance', 'Avatar type').textContent).toBe('7 · not documented')
  expect(valueOf('Voice', 'Voice source').textContent).toBe('20 · not documented')
  expect(valueOf('Persona', 'Age').textContent).toBe('0 · perhaps unset')
  expect(valueOf('Persona', 'Height').textContent).toBe('0 · perhaps unset')
  expect(valueOf('Voice', 'Volume').textContent).toBe('0')
})

// Would catch a label without the name that developers of the service use for the field.
test('each field is shown with its label and the contract’s own name', async () => {
  await show([aSavedSnapshot()])
  const names = [...partOf('Voice').querySelectorAll('dt')].map((term) => term.textContent)
  expect(names).toContain('Voice name ttsName')
  expect(names).toContain('Speed ttsSpeedRate')
})

// Would catch a future field that is hidden.
test('fields that the contract does not name are under Other fields, at any depth', async () => {
  const detailDto = { ...sampleConversation.detailDto, shader: { kind: 'soft' } }
  const scriptDtoList = sampleConversation.scriptDtoList.map((script) => ({ ...script, mood: 'warm' }))
  const data = { ...sampleConversation, detailDto, scriptDtoList, mood: 'calm' }
  await show([aSavedSnapshot(aBody(data, { traceId: 'abc' }))])
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Other fields' })).toHaveLength(4))
  expect(valueOf('Overview', 'mood').textContent).toBe('calm')
  expect(valueOf('Appearance', 'detailDto.shader').textContent).toContain('"kind": "soft"')
  expect(valueOf('Scripts', 'scriptDtoList.mood').textContent).toBe('warm')
  expect(valueOf('Raw JSON', 'traceId').textContent).toBe('abc')
})

// Would catch a number that passed through JavaScript: 1983775419508027393 becomes 1983775419508027400.
test('19-digit numbers keep every digit', async () => {
  const raw = `{"success":true,"code":"0","data":{"conversationInfoDto":{"id":${longId}},"later":${longId}}}`
  await show([aSavedSnapshot(raw)])
  expect(valueOf('Persona', 'Persona ID').textContent).toContain(longId)
  expect(valueOf('Overview', 'later').textContent).toBe(longId)
  await waitFor(() => expect(linesOf(boxIn('Raw JSON', 'Raw JSON')).join('\n')).toContain(`"later": ${longId}`))
})

// Would catch a service or persona text that inserts its own elements or reversed text into the page.
test('hostile text is shown as text, and its hidden characters are visible', async () => {
  const hostile = '<img src=x onerror="window.owned = true"><script>window.owned = true</script>'
  const conversationInfoDto = {
    ...sampleConversation.conversationInfoDto,
    nickName: 'safe\u202Egnp.exe',
    characters: 'a\u200Bb\uFEFF',
    backStory: hostile,
  }
  await show([
    aSavedSnapshot(aBody({ ...sampleConversation, conversationName: hostile, conversationInfoDto, [hostile]: '1' })),
  ])
  expect(document.querySelector('img, script')).toBeNull()
  expect(Reflect.get(window, 'owned')).toBeUndefined()
  expect(valueOf('Persona', 'Backstory').textContent).toBe(hostile)
  const nickName = valueOf('Persona', 'Nickname')
  expect(nickName.textContent).toBe('safeRLOgnp.exe')
  expect(within(nickName).getByTitle('U+202E').closest('bdi')).not.toBeNull()
  expect(valueOf('Persona', 'Traits').textContent).toBe('aZWSPbBOM')
  for (const name of within(screen.getByRole('article')).getAllByText(hostile)) {
    expect(name.closest('bdi')).not.toBeNull()
  }
})

// Would catch an address that leads out of the window, whatever its scheme.
test('addresses are text that can be copied, never links', async () => {
  const modelDtoList = [{ ...sampleConversation.modelDtoList[0], botUrl: 'javascript:window.owned=1' }]
  const detailDto = { ...sampleConversation.detailDto, ttsUrl: 'https://media.example/a.wav' }
  await show([aSavedSnapshot(aBody({ ...sampleConversation, modelDtoList, detailDto }))])
  await screen.findByText('javascript:window.owned=1')
  expect(partOf('Voice').querySelectorAll('a')).toHaveLength(0)
  expect(partOf('Language models').querySelectorAll('a')).toHaveLength(0)
  within(valueOf('Voice', 'Voice address')).getByRole('button', { name: 'Copy Voice address' })
})

// Would catch a text of megabytes that is drawn with the page, and a text whose end cannot be read.
test('a long value shows its length and expands completely in place', async () => {
  const backStory = Array.from({ length: 3_000 }, (_, line) => `Line ${String(line)}`).join('\n')
  const conversationInfoDto = { ...sampleConversation.conversationInfoDto, backStory }
  const { user } = await show([aSavedSnapshot(aBody({ ...sampleConversation, conversationInfoDto }))])
  const value = valueOf('Persona', 'Backstory')
  within(value).getByText(`${backStory.length.toLocaleString('en')} characters`)
  expect(value.textContent).not.toContain('Line 2999')
  await user.click(within(value).getByRole('button', { name: 'Show all' }))
  await within(value).findByRole('button', { name: 'Copy Backstory' })
  const box = within(value).getByRole('region', { name: 'Backstory' })
  expect(linesOf(box).slice(0, 2)).toEqual(['Line 0', 'Line 1'])
  await user.click(within(value).getByRole('button', { name: 'Show less' }))
  expect(within(value).queryByRole('region')).toBeNull()
})

// Would catch an older snapshot that looks current, and a snapshot that cannot be opened again.
test('the snapshots of a conversation can be chosen, and an older one says so', async () => {
  const saved = [
    aSavedSnapshot(aBody({ ...sampleConversation, language: 'now' }), {
      id: 'snapshot-2',
      fetchedAt: 1_795_000_500_000,
    }),
    aSavedSnapshot(aBody({ ...sampleConversation, language: 'then' })),
  ]
  const page = await show(saved)
  const choice = await screen.findByRole('combobox', { name: 'Snapshots' })
  await waitFor(() => expect(within(choice).getAllByRole('option')).toHaveLength(2))
  expect(within(choice).getByRole('option', { name: /newest/, selected: true })).toBeTruthy()
  expect(screen.queryByText('older snapshot')).toBeNull()
  const [, older] = within(choice).getAllByRole('option')
  if (older === undefined) throw new Error('no older snapshot')
  await page.user.selectOptions(choice, older)
  await screen.findByText('older snapshot')
  expect(valueOf('Overview', 'Language').textContent).toBe('then')
  await page.user.click(screen.getByRole('button', { name: 'Show newest' }))
  await waitFor(() => expect(valueOf('Overview', 'Language').textContent).toBe('now'))
  expect(page.callsOf('conversation.fetch')).toEqual([])
})

// Would catch the jump to a heading that leaves the keyboard where it was.
test('a jump to a heading moves the focus there', async () => {
  const { user } = await show([aSavedSnapshot()])
  const jumps = within(screen.getByRole('navigation', { name: 'Conversation parts' }))
  expect(jumps.getAllByRole('button')).toHaveLength(8)
  await user.click(jumps.getByRole('button', { name: 'Scripts' }))
  expect(document.activeElement?.contains(partOf('Scripts'))).toBe(true)
})

// Would catch a mark that stays on the current part of the previous conversation.
test('a different conversation starts with its first part marked', async () => {
  let top = 0
  const parts = ['overview', 'persona', 'appearance', 'voice', 'models', 'scripts', 'knowledge', 'raw']
  const rectangle = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(this: Element) {
    // The summary and the checks are above the first part.
    return new DOMRect(0, 500 + parts.indexOf(this.id.replace('part-', '')) * 1_000 - top, 800, 1_000)
  })
  onTestFinished(() => rectangle.mockRestore())
  const scroll = (to: number) => {
    top = to
    fireEvent.scroll(document)
  }
  const other = aSavedSnapshot(aBody({ ...sampleConversation, conversationName: 'Other' }), {
    id: 'snapshot-2',
    conversationId: '109',
  })
  await show([aSavedSnapshot(), other])
  const marked = () =>
    within(screen.getByRole('navigation', { name: 'Conversation parts' })).getByRole('button', { current: true })
  scroll(7_500)
  expect(marked().textContent).toBe('Raw JSON')
  act(() => go({ section: 'conversations', snapshotId: other.summary.id }))
  await screen.findByRole('article', { name: 'Other' })
  scroll(0)
  expect(marked().textContent).toBe('Overview')
})

// Would catch a search that ignores Enter, and a search without a message when nothing is found.
test('Enter goes to the first match; a message says when there is no match', async () => {
  const { user } = await show([aSavedSnapshot()])
  const find = screen.getByRole('combobox', { name: 'Find a field' })
  await user.type(find, 'pitch{Enter}')
  expect(document.activeElement?.id).toBe('field-data.detailDto.ttsPitch')
  expect(find).toHaveProperty('value', '')
  await user.type(find, 'pitch{ArrowDown}{Enter}')
  expect(document.activeElement?.id).toBe('field-data.detailDto.ttsPitch')
  await user.type(find, 'no such field{Enter}')
  await screen.findByText('No matches')
  expect(document.activeElement).toBe(find)
})

// Would catch a finding without a link to its field, and a link that works only once.
test('a check leads to its field each time, and the field takes the focus', async () => {
  const { user } = await show([aSavedSnapshot()])
  const button = await screen.findByRole('button', { name: 'Show data.detailDto.proportion' })
  for (const press of ['first', 'second']) {
    await user.click(button)
    expect(document.activeElement?.id, press).toBe('field-data.detailDto.proportion')
  }
})

// Would catch a hit that leads to the top of a page of a hundred fields, and a hit whose words a truncation joined.
test('a hit of the library is opened at its text', async () => {
  const conversationInfoDto = {
    ...sampleConversation.conversationInfoDto,
    backStory: 'She grew up\nby the sea, and knows every boat.',
  }
  await show([aSavedSnapshot(aBody({ ...sampleConversation, conversationInfoDto }))])
  act(() =>
    openTarget(
      aHit('108', {
        snapshotId: 'snapshot-1',
        place: 'persona',
        before: 'grew up by the ',
        match: 'sea',
        after: ', and kn',
      }),
    ),
  )
  await waitFor(() => expect(document.activeElement?.id).toBe('field-data.conversationInfoDto.backStory'))
})

// Would catch a hit in a short text, such as a wake-up word, that leads to a different field with the same word.
test('a hit is opened at its text in the place that it names', async () => {
  const data = {
    detailDto: { modelName: 'Anna, standing', ttsName: 'Anna', humanX: 1080 },
    modelDtoList: [{ largeName: 'Anna', prompt: 'Anna' }],
    scriptDtoList: [
      { scriptType: 1, scriptContent: 'Hello' },
      { scriptType: 0, scriptContent: 'Anna' },
    ],
    knowledgeDtoList: [{ title: 'Anna' }],
  }
  await show([aSavedSnapshot(aBody(data))])
  const paths = {
    script: 'data.scriptDtoList[1].scriptContent',
    prompt: 'data.modelDtoList[0].prompt',
    knowledge: 'data.knowledgeDtoList[0].title',
    other: 'data.detailDto.modelName',
  }
  for (const [place, path] of Object.entries(paths)) {
    const hit = aHit('108', { snapshotId: 'snapshot-1', place, before: '', match: 'Anna', after: '' })
    act(() => openTarget(hit))
    await waitFor(() => expect(document.activeElement?.id).toBe(`field-${path}`))
  }
})

// Would catch a media base that has no effect on the conversation on screen, so that an operator types it again.
test('a saved media base applies to the conversation that is already open', async () => {
  const body = aBody({ ...sampleConversation, detailDto: { ttsUrl: '/voice.mp3' } })
  const savedUnder = (mediaBaseUrl: string) =>
    aSavedSnapshot(body, {}, { baseUrl: 'https://service.example/v2', mediaBaseUrl })
  const stateWith = (mediaBaseUrl: string) => anAppState([aProfile({ mediaBaseUrl })])
  const right = 'https://media.example'
  let base = ''
  const { user, emit, callsOf } = await show([savedUnder('')], {
    'app.state': () => stateWith(base),
    'conversation.read': () => savedUnder(base),
    'conversation.media': () =>
      base === right
        ? { kind: 'audio', type: 'audio/wav', src: '/media/m-1/opened', bytes: 9, fetchedAt: 1 }
        : fail({ kind: 'not-fetched', reason: 'http', host: 'old.example', detail: '404' }),
  })
  const voice = within(partOf('Voice'))
  voice.getByRole('button', { name: 'Set media base URL' })

  base = 'https://old.example'
  await emit('app.changed', stateWith(base))
  await user.click(await voice.findByRole('button', { name: 'Play voice sample' }))
  await voice.findByText(/old\.example answered HTTP 404/)

  base = right
  await emit('app.changed', stateWith(base))
  await waitFor(() => expect(voice.queryByText(/old\.example/)).toBeNull())

  // Any other change of the state reads nothing again.
  const reads = callsOf('conversation.read').length
  await emit('app.changed', anAppState([aProfile({ mediaBaseUrl: base, name: 'Renamed' })]))
  expect(callsOf('conversation.read')).toHaveLength(reads)
})

// Would catch a check that lists a dead sound only after "Try all media", and lists it after it was heard.
test('a sound that cannot be played is in the checks until it can be played', async () => {
  const url = 'https://media.example/voice.mp3'
  const body = aBody({ ...sampleConversation, detailDto: { ttsUrl: url } })
  let [isDead, hasPlayed] = [true, false]
  const { user } = await show([aSavedSnapshot(body)], {
    'check.read': () => ({ muted: [], dead: isDead && hasPlayed ? [{ url, problem: 'http', at: 1 }] : [] }),
    'conversation.media': () => {
      hasPlayed = true
      if (!isDead) return { kind: 'audio', type: 'audio/wav', src: '/media/m-1/opened', bytes: 9, fetchedAt: 1 }
      return fail({ kind: 'not-fetched', reason: 'http', host: 'media.example', detail: '404' })
    },
  })
  const checks = within(await screen.findByRole('region', { name: 'Checks' }))
  expect(checks.queryByText('Media unreachable')).toBeNull()
  const voice = within(partOf('Voice'))
  await user.click(voice.getByRole('button', { name: 'Play voice sample' }))
  await checks.findByText('Media unreachable')
  isDead = false
  await user.click(voice.getByRole('button', { name: 'Try again: voice sample' }))
  await waitFor(() => expect(checks.queryByText('Media unreachable')).toBeNull())
})

// Would catch "CR" at the end of each line of a text that was typed into a form.
test('a long text with the line ends of Windows is shown without marks', async () => {
  const backStory = Array.from({ length: 100 }, (_, line) => `${String(line)} She grew up by the sea.`).join('\r\n')
  const { user } = await show([aSavedSnapshot(aBody({ ...sampleConversation, conversationInfoDto: { backStory } }))])
  const value = valueOf('Persona', 'Backstory')
  expect(value.querySelectorAll('[data-hidden]')).toHaveLength(0)
  await user.click(within(value).getByRole('button', { name: 'Show all' }))
  expect(linesOf(boxIn('Persona', 'Backstory'))).toEqual(backStory.split('\r\n'))
  expect(value.querySelectorAll('[data-hidden]')).toHaveLength(0)
})

// Would catch a link to a field that works only once, and a snapshot that scrolls to the field of the previous
// snapshot.
test('going to the same field twice scrolls there twice; a different snapshot does not scroll', async () => {
  const saved = ['new', 'old'].map((id, age) => aSavedSnapshot(aBody(), { id, fetchedAt: 3_000 - age }))
  const page = await show(saved)
  const path = 'data.detailDto.ttsPitch'
  for (let times = 0; times < 2; times += 1) {
    await page.user.click(screen.getByRole('combobox', { name: 'Snapshots' }))
    act(() => go({ section: 'conversations', at: path }))
    expect(document.activeElement?.id).toBe(`field-${path}`)
  }
  const choice = screen.getByRole('combobox', { name: 'Snapshots' })
  await page.user.selectOptions(choice, 'old')
  await waitFor(() => expect(choice).toHaveProperty('value', 'old'))
  expect(document.activeElement).toBe(choice)
})

test('Refresh fetches the conversation from the service', async () => {
  const page = await show([aSavedSnapshot()])
  await page.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText("Couldn't read 108:")
  expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: '108' }])
  screen.getByRole('heading', { name: 'Overview' })
})

// Would catch a saved answer that cannot be opened and leaves an empty page.
test('a snapshot that no longer exists is reported', async () => {
  open([aSavedSnapshot()], { 'conversation.read': () => fail({ kind: 'not-found', what: 'snapshot' }) })
  await screen.findByText("Couldn't read the conversation:")
})

// Would catch arrow keys that show one more snapshot and then scroll the page, and a Refresh that can be pressed only
// once.
test('the keyboard moves from one snapshot to the next', async () => {
  const saved = ['new', 'mid', 'old'].map((id, age) => aSavedSnapshot(aBody(), { id, fetchedAt: 3_000 - age }))
  const { user } = await show(saved)
  const choice = await screen.findByRole('combobox', { name: 'Snapshots' })
  for (const id of ['mid', 'old']) {
    await user.selectOptions(choice, id)
    await waitFor(() => expect(choice).toHaveProperty('value', id))
    expect(document.activeElement).toBe(choice)
  }
})

// Would catch two reads and two snapshots after a double click, and a press without a visible effect.
test('Refresh is busy while it reads', async () => {
  const { user, callsOf } = await show([aSavedSnapshot()], {
    'conversation.fetch': () => Promise.withResolvers<never>().promise,
  })
  await user.dblClick(within(screen.getByRole('article')).getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('button', { name: 'Refresh', busy: true })
  expect(callsOf('conversation.fetch')).toHaveLength(1)
})

describe('Refresh of a conversation', () => {
  const changed = { ...sampleConversation, language: 'fr', detailDto: { ...sampleConversation.detailDto, ttsPitch: 7 } }
  const refresh = async (body: string, earlierAt = Date.now() - 60_000) => {
    const earlier = aSavedSnapshot(aBody(), { id: 'earlier', fetchedAt: earlierAt })
    const saved = [earlier]
    const page = await show(saved, {
      'conversation.fetch': () => {
        const answer = aSavedSnapshot(body, { id: 'answer', fetchedAt: Date.now() })
        saved.unshift(answer)
        return answer.summary
      },
      'conversation.read': ({ snapshotId }) =>
        saved.find(({ summary }) => summary.id === snapshotId) ?? fail({ kind: 'not-found', what: 'snapshot' }),
      'library.snapshots': () => saved.map(({ summary }) => summary),
    })
    await page.user.click(within(screen.getByRole('article')).getByRole('button', { name: 'Refresh' }))
    await page.emit('library.changed', {})
    return page
  }

  // Would catch a changed prompt without a message.
  test('says how many fields changed, and Show opens the comparison of the two snapshots', async () => {
    const { user } = await refresh(aBody(changed))
    const said = await screen.findByText(/^2 fields changed since \d/)
    expect(said.closest('[role="status"]')).not.toBeNull()
    await user.click(within(said.parentElement ?? said).getByRole('button', { name: 'Show' }))
    const comparison = await screen.findByRole('region', { name: 'Comparison' })
    await within(comparison).findByText('Pitch', { exact: false })
    expect(sectionStateOf().comparison).toEqual({
      left: { kind: 'snapshot', snapshotId: 'earlier' },
      right: { kind: 'snapshot', snapshotId: 'answer' },
      part: 'changes',
    })
  })

  // Would catch a missing message that could mean that nothing was read.
  test('says that nothing changed', async () => {
    await refresh(aBody())
    await screen.findByText(/^No changes since \d/)
  })

  // Would catch a refresh without a message, beside "older snapshot".
  test('says what changed also after the clock was set back', async () => {
    await refresh(aBody(changed), Date.now() + 3_600_000)
    await screen.findByText(/^2 fields changed since/)
    expect(screen.queryByText('older snapshot')).toBeNull()
  })

  // Would catch the changes of a fetch beside a snapshot of a different fetch.
  test('says nothing beside the earlier snapshot', async () => {
    const { user } = await refresh(aBody(changed))
    await screen.findByText(/^2 fields changed since/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Snapshots' }), 'earlier')
    await screen.findByText('older snapshot')
    expect(screen.queryByText(/changed since/)).toBeNull()
  })
})

// Would catch contract names that the operator did not request, and a choice that is lost.
test('raw names are off until the operator chooses them, and the preferences store the choice', async () => {
  const { user, callsOf } = await show([aSavedSnapshot()], {
    'preferences.set': ({ rawNames = false }) => ({ ...anAppState().preferences, rawNames }),
  })
  const choice = screen.getByRole('switch', { name: 'Raw names' })
  expect(choice).toHaveProperty('checked', false)
  expect(screen.getByRole('article').dataset['rawNames']).toBe('false')
  await user.click(choice)
  await waitFor(() => expect(screen.getByRole('article').dataset['rawNames']).toBe('true'))
  expect(callsOf('preferences.set')).toEqual([{ rawNames: true }])
})
