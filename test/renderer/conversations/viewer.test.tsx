import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ConversationsSection } from '../../../src/renderer/sections/conversations/conversations-section.tsx'
import { resetConversation, showSnapshot } from '../../../src/renderer/state/conversation.ts'
import type { Snapshot } from '../../../src/shared/schemas/conversation.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'
import { profileId as openProfile } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aBody, aSnapshot, conversationsMain, longId } from './stage.ts'

beforeEach(resetConversation)

async function show(kept: Snapshot): Promise<RenderedPage> {
  showSnapshot(profileId.parse(openProfile), kept.id)
  const page = renderPage(<ConversationsSection />, { handlers: conversationsMain({}, [kept]) })
  await screen.findByRole('heading', { name: 'Overview' })
  return page
}

/** What stands beside a field's label, under a heading. */
function valueOf(heading: string, label: string): HTMLElement {
  const part = screen.getByRole('heading', { name: heading, level: 2 }).closest('section')
  const term = [...(part?.querySelectorAll('dt') ?? [])].find((dt) => dt.textContent.startsWith(label))
  const value = term?.nextElementSibling
  if (!(value instanceof HTMLElement)) throw new Error(`no field ${label} under ${heading}`)
  return value
}

// Would catch a heading that tests, screen readers and operators look for and that is gone or out of order.
test('the headings stand in their order', async () => {
  await show(aSnapshot(aBody(filledConversation)))
  const headings = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 })
  expect(headings.map((heading) => heading.textContent)).toEqual([
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

// Would catch the three kinds of nothing drawn alike: "not sent" and "sent as nothing" are different bugs of a caller.
test('null, absent and empty differ', async () => {
  const { language, ...withoutLanguage } = sampleConversation
  await show(aSnapshot(aBody(withoutLanguage)))
  expect(language).toBe('zh')
  expect(valueOf('Overview', 'Language').textContent).toBe('absent')
  expect(valueOf('Overview', 'Speech recognition provider').textContent).toBe('null')
  expect(valueOf('Persona', 'Name').textContent).toBe('empty')
  expect(valueOf('Knowledge', 'Knowledge bases').textContent).toBe('empty')
})

// Would catch a meaning without its number, an invented meaning, and a zero taken for a fact.
test('coded integers show meaning and raw value, and say where no meaning is documented', async () => {
  const detailDto = { ...sampleConversation.detailDto, modelIdType: 7 }
  await show(aSnapshot(aBody({ ...sampleConversation, detailDto })))
  expect(valueOf('Persona', 'Gender').textContent).toBe('1male')
  expect(valueOf('Overview', 'Knowledge base used').textContent).toBe('1on')
  expect(valueOf('Appearance', 'Avatar model type').textContent).toBe('7meaning not documented')
  expect(valueOf('Voice', 'Voice source').textContent).toBe('20meaning not documented')
  expect(valueOf('Persona', 'Age').textContent).toBe('0perhaps unset')
  expect(valueOf('Voice', 'Volume').textContent).toBe('0')
})

// Would catch scripts in the order of a list nobody ordered, or without the word for their type.
test('scripts are titled by their type, in the contract’s order; unknown types come last', async () => {
  const [script] = sampleConversation.scriptDtoList
  const scriptDtoList = [9, 4, 0].map((scriptType) => ({ ...script, scriptType }))
  await show(aSnapshot(aBody({ ...sampleConversation, scriptDtoList })))
  const part = screen.getByRole('heading', { name: 'Scripts', level: 2 }).closest('section') ?? document.body
  const titles = within(part).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual(['wake-up word', 'farewell', 'meaning not documented'])
})

// Would catch a field of tomorrow that is hidden today.
test('fields that the contract does not name stand under Other fields', async () => {
  const detailDto = { ...sampleConversation.detailDto, shader: { kind: 'soft' } }
  await show(aSnapshot(aBody({ ...sampleConversation, detailDto, mood: 'calm' }, { traceId: 'abc' })))
  const others = screen.getAllByRole('heading', { name: 'Other fields' })
  expect(others).toHaveLength(3)
  expect(valueOf('Overview', 'mood').textContent).toBe('calm')
  expect(valueOf('Appearance', 'detailDto.shader').textContent).toContain('"kind": "soft"')
  expect(valueOf('Raw JSON', 'traceId').textContent).toBe('abc')
})

// Would catch a number that passed through JavaScript: 1983775419508027393 becomes 1983775419508027400.
test('19-digit numbers keep every digit, in the fields and in both forms of the JSON', async () => {
  const raw = `{"success":true,"code":"0","data":{"conversationInfoDto":{"id":${longId}},"later":${longId}}}`
  const { user } = await show(aSnapshot(raw))
  expect(valueOf('Persona', 'Information ID').textContent).toBe(longId)
  expect(valueOf('Overview', 'later').textContent).toBe(longId)
  const text = screen.getByRole('region', { name: 'Raw JSON' })
  expect(text.textContent).toContain(`"later": ${longId}`)
  await user.click(screen.getByRole('radio', { name: 'As received' }))
  expect(text.textContent).toBe(raw)
  await user.click(screen.getByRole('radio', { name: 'Indented' }))
  expect(text.textContent.split('\n').length).toBeGreaterThan(5)
})

// Would catch a service, or whoever writes a persona, that puts its own elements or a turned-round line into the page.
test('hostile text is text', async () => {
  const hostile = '<img src=x onerror="window.owned = true"><script>window.owned = true</script>'
  const turned = 'safe\u202Egnp.exe'
  const conversationInfoDto = { ...sampleConversation.conversationInfoDto, nickName: turned, backStory: hostile }
  const data = { ...sampleConversation, conversationName: hostile, conversationInfoDto, [hostile]: turned }
  await show(aSnapshot(aBody(data)))
  expect(document.querySelector('img, script')).toBeNull()
  expect(Reflect.get(window, 'owned')).toBeUndefined()
  expect(valueOf('Persona', 'Background story').textContent).toBe(hostile)
  const value = within(valueOf('Persona', 'Nickname')).getByText(turned)
  expect(value.tagName).toBe('BDI')
  for (const name of within(screen.getByRole('article')).getAllByText(hostile)) {
    expect(name.closest('bdi, pre')).not.toBeNull()
  }
})

// Would catch a drawing that shows something else than the numbers say.
test('the appearance is drawn from its numbers and told in words', async () => {
  await show(aSnapshot())
  const drawing = screen.getByRole('img', { name: 'Canvas 1920 × 1920, person box 540 × 960 at 690, 120' })
  expect(drawing.getAttribute('viewBox')).toBe('0 0 1920 1920')
  const [canvas, person] = drawing.querySelectorAll('rect')
  expect(canvas?.getAttribute('width')).toBe('1920')
  expect(person?.getAttribute('x')).toBe('690')
  expect(person?.getAttribute('height')).toBe('960')
  screen.getByText('The proportion field says 16:9')
})

// Would catch a person box that is cut off where it leaves the canvas.
test('a person outside the canvas is seen to be outside', async () => {
  const { detailDto } = sampleConversation
  const outside = {
    ...detailDto,
    videoWidth: 100,
    videoHeight: 100,
    humanX: -50,
    humanY: 50,
    humanWidth: 100,
    humanHeight: 100,
  }
  await show(aSnapshot(aBody({ ...sampleConversation, detailDto: outside })))
  expect(screen.getByRole('img', { name: /^Canvas 100/ }).getAttribute('viewBox')).toBe('-50 0 150 150')
})

// Would catch a crash, or a page that hides what came, when the service answers with another shape.
test('an answer without data shows every documented field as absent, and what came', async () => {
  await show(aSnapshot('{"success":true,"code":"0","data":[1]}'))
  expect(valueOf('Overview', 'Conversation name').textContent).toBe('absent')
  expect(valueOf('Raw JSON', 'data').textContent).toContain('1')
  screen.getByText('There is no usable canvas size to draw to scale.')
  screen.getByRole('article', { name: 'unnamed' })
})
