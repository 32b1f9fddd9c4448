import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MediaField } from '../../../src/renderer/sections/conversations/media/media-field.tsx'
import { PlayButton } from '../../../src/renderer/sections/conversations/media/players.tsx'
import { OpenedContext } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import { useSection } from '../../../src/renderer/state/location-store.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { FieldRow } from '../../../src/shared/conversation/view-types.ts'
import type { MediaAddress, MediaUse } from '../../../src/shared/model/media-address.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { opened } from './stage.ts'

const conversation = opened()

const far: MediaAddress = { kind: 'fetchable', url: 'https://media.example/a.wav' }

function aRow(address: MediaAddress = far, use: MediaUse = 'audio', path = 'data.detailDto.ttsUrl'): FieldRow {
  return {
    path,
    field: path.replace('data.', '').replace(/\[\d+\]/g, ''),
    value: { kind: 'text', text: 'an address' },
    meaning: { kind: 'none' },
    media: { use, address },
  }
}

const picture = { kind: 'picture', type: 'image/png', src: '/media/m-1/opened', bytes: 2_400, fetchedAt: 1 } as const
const sound = { kind: 'audio', type: 'audio/wav', src: '/media/m-2/opened', bytes: 2_400, fetchedAt: 1 } as const
const film = { kind: 'video', type: 'video/mp4', src: '/media/m-3/opened', bytes: 2_400, fetchedAt: 1 } as const

function give(media: typeof picture | typeof sound | typeof film): Partial<Handlers> {
  return { 'conversation.media': () => media }
}

function Shown({ rows }: { readonly rows: readonly FieldRow[] }) {
  return (
    <OpenedContext value={conversation}>
      {rows.map((row) => (
        <MediaField key={row.path} row={row} />
      ))}
    </OpenedContext>
  )
}

function show(row: FieldRow, handlers: Partial<Handlers> = {}) {
  return renderPage(<Shown rows={[row]} />, { handlers })
}

/** Sets the duration, which jsdom does not determine. */
function setDuration(element: Element | null, seconds: number): HTMLMediaElement {
  if (!(element instanceof HTMLMediaElement)) throw new Error('no player')
  Object.defineProperty(element, 'duration', { value: seconds, configurable: true })
  fireEvent.durationChange(element)
  return element
}

// Would catch a page that fetches every sound of a conversation, and a slider that keys do not move.
test('a sound is fetched when it is first played, and the keyboard moves its position', async () => {
  const { user, callsOf } = show(aRow(), give(sound))
  expect(screen.getByRole('slider', { name: 'Position in voice sample' }).matches(':disabled')).toBe(true)
  expect([callsOf('conversation.media'), document.querySelector('audio')]).toEqual([[], null])
  await user.click(screen.getByRole('button', { name: 'Play voice sample' }))
  await expect
    .poll(() => document.querySelector('audio')?.getAttribute('src'), { timeout: 10_000 })
    .toBe('/media/m-2/opened')
  expect(callsOf('conversation.media')).toEqual([{ snapshotId: 'snapshot-1', path: 'data.detailDto.ttsUrl' }])
  const element = setDuration(document.querySelector('audio'), 65)
  const slider = screen.getByRole('slider')
  fireEvent.change(slider, { target: { value: '61' } })
  expect(element.currentTime).toBe(61)
  expect(slider.getAttribute('aria-valuetext')).toBe('01:01 of 01:05')
  fireEvent.play(element)
  await user.click(screen.getByRole('button', { name: 'Pause voice sample' }))
  expect(await screen.findByRole('button', { name: 'Play voice sample' })).toBeTruthy()
})

// Would catch two voices speaking at once.
test('only one of several sounds plays at a time', async () => {
  const { user } = renderPage(<Shown rows={[aRow(), aRow(far, 'audio', 'data.scriptDtoList[0].ttsContent')]} />, {
    handlers: give(sound),
  })
  await user.click(screen.getByRole('button', { name: 'Play voice sample' }))
  await user.click(screen.getByRole('button', { name: 'Play script audio' }))
  await expect.poll(() => document.querySelectorAll('audio').length, { timeout: 10_000 }).toBe(2)
  const [first, second] = document.querySelectorAll('audio')
  if (first === undefined || second === undefined) throw new Error('no players')
  Object.defineProperty(first, 'paused', { value: false })
  fireEvent.play(first)
  expect(screen.getByRole('button', { name: 'Pause voice sample' })).toBeTruthy()
  fireEvent.play(second)
  expect(screen.getByRole('button', { name: 'Play voice sample' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pause script audio' })).toBeTruthy()
})

// Would catch a press on one player that starts a different player of the same sound, and a button that shows that
// nothing plays.
test('of two players of one sound, the pressed player plays', async () => {
  const both = (
    <OpenedContext value={conversation}>
      <MediaField row={aRow()} />
      <PlayButton row={aRow()} what="summary" />
    </OpenedContext>
  )
  let fetchedAt = 0
  const { user } = renderPage(both, {
    handlers: { 'conversation.media': () => ({ ...sound, fetchedAt: ++fetchedAt }) },
  })
  const players = () => [...document.querySelectorAll('audio')].map(({ autoplay }) => autoplay)
  await user.click(screen.getByRole('button', { name: 'Play voice sample' }))
  await expect.poll(players, { timeout: 10_000 }).toEqual([true])
  fireEvent.play(document.querySelector('audio') ?? document.body)
  await user.click(screen.getByRole('button', { name: 'Play summary' }))
  await expect.poll(players, { timeout: 10_000 }).toEqual([false, true])
  screen.getByRole('button', { name: 'Play voice sample' })
})

// Would catch an unreachable host that leaves a button without effect, and a retry that never happens.
test('media that could not be fetched show the reason, and a click retries', async () => {
  let isDead = true
  const { user } = show(aRow(), {
    'conversation.media': () =>
      isDead ? fail({ kind: 'not-fetched', reason: 'timeout', host: 'media.example', detail: '20' }) : sound,
  })
  await user.click(screen.getByRole('button', { name: 'Play voice sample' }))
  expect((await screen.findByRole('status')).textContent).toContain('No answer within 20 s.')
  isDead = false
  await user.click(screen.getByRole('button', { name: 'Try again: voice sample' }))
  await expect.poll(() => document.querySelector('audio'), { timeout: 10_000 }).not.toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

// Would catch a broken file that looks like silence.
test('fetched media that cannot be played are reported', async () => {
  const { user } = show(aRow(), give(sound))
  await user.click(screen.getByRole('button', { name: 'Play voice sample' }))
  await expect.poll(() => document.querySelector('audio'), { timeout: 10_000 }).not.toBeNull()
  const audio = document.querySelector('audio')
  if (audio !== null) fireEvent.error(audio)
  expect((await screen.findByRole('status')).textContent).toContain("The file was fetched but can't be read.")
})

// Would catch a picture that is never requested, or that has no size.
test('a picture is fetched when it is on screen, and shows its size', async () => {
  show(
    aRow({ ...far, url: 'https://media.example/a.png' }, 'picture', 'data.detailDto.samplePictureUrl'),
    give(picture),
  )
  const image = await screen.findByRole('img', { name: 'sample picture' })
  Object.defineProperty(image, 'naturalWidth', { value: 540 })
  Object.defineProperty(image, 'naturalHeight', { value: 960 })
  fireEvent.load(image)
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([...['540 × 960 px', 'PNG', '2 kB']])
})

// Would catch a hundred megabytes fetched because the operator scrolled past.
test('a background that is a video by its address waits for a click', async () => {
  const address = { ...far, url: 'https://media.example/loop.mp4?x=1' }
  const { user, callsOf } = show(aRow(address, 'background', 'data.detailDto.backgroundDto.backgroundUrl'), give(film))
  const load = await screen.findByRole('button', { name: 'Load background' })
  expect(callsOf('conversation.media')).toEqual([])
  await user.click(load)
  expect(await screen.findByRole('button', { name: 'Play background' })).toBeTruthy()
  expect(document.querySelector('video')?.muted).toBe(true)
})

function Where() {
  return <p>at {useSection()}</p>
}

// Would catch a message about a missing value without a link to its setting.
test('a relative address without a media base links to the setting', async () => {
  const { user, callsOf } = renderPage(
    <>
      <Shown rows={[aRow({ kind: 'no-base' })]} />
      <Where />
    </>,
  )
  screen.getByText(/address is incomplete/)
  // Without a click there is no announcement: a page with six of these must not announce all.
  expect(screen.queryByRole('status')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Set media base URL' }))
  expect(screen.getByText('at settings')).toBeTruthy()
  expect(callsOf('conversation.media')).toEqual([])
})

test.each([
  ['script', "isn't a web address"],
  ['file', "isn't a web address"],
  ['data', "isn't a web address"],
  ['other-scheme', "isn't a web address"],
  ['not-https', "isn't https"],
  ['private-network', "isn't public"],
  ['credentials', 'contains a user name or password'],
  ['not-an-address', "isn't a web address"],
] as const)('a refused address (%s) shows the reason, and nothing is fetched', (reason, words) => {
  const { callsOf } = show(aRow({ kind: 'refused', reason }))
  screen.getByText(new RegExp(words))
  expect([callsOf('conversation.media'), screen.queryByRole('button')]).toEqual([[], null])
})
