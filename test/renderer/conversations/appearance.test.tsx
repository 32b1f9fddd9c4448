import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppearanceDiagram } from '../../../src/renderer/sections/conversations/appearance/appearance-figure.tsx'
import { OpenedContext } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { aBody, aSavedSnapshot, aView, opened } from './stage.ts'

const rules = { baseUrl: 'https://service.example/v2', mediaBaseUrl: 'https://media.example/' }
const background = { kind: 'picture', type: 'image/jpeg', src: '/media/b/opened', bytes: 9, fetchedAt: 1 } as const
const sample = { ...background, src: '/media/s/opened' } as const

const there: Partial<Handlers> = {
  'conversation.media': ({ path }) => (path.endsWith('samplePictureUrl') ? sample : background),
}

function show(detail: object = {}, handlers: Partial<Handlers> = there) {
  const detailDto = { ...sampleConversation.detailDto, ...detail }
  const saved = aSavedSnapshot(aBody({ ...sampleConversation, detailDto }), {}, rules)
  const diagram = (
    <OpenedContext value={opened(saved)}>
      <AppearanceDiagram view={aView(saved)} />
    </OpenedContext>
  )
  return renderPage(diagram, { handlers })
}

const layer = (name: string) => screen.queryByRole('button', { name })
const facts = () => screen.getAllByRole('term', { hidden: true }).map(({ parentElement }) => parentElement?.textContent)
const sources = () => [...document.querySelectorAll('img, video')].map((seen) => seen.getAttribute('src'))

// Would catch a drawing that hides contradicting fields in the vendor's sample.
test('for the vendor’s sample, the frame of its proportion is drawn and reported', async () => {
  show()
  expect(await screen.findByText(/Proportion 16:9, canvas 1:1/)).toBeTruthy()
  expect(layer('Proportion frame')?.getAttribute('aria-pressed')).toBe('true')
  const name = 'Person box: 540 × 960 at 690, 120. To canvas edges: left 690, top 120, right 690, bottom 840.'
  expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(facts()).toContain('To canvas edgesLeft 690Top 120Right 690Bottom 840')
})

// Would catch a layer that cannot be switched off, or that switches off a different layer too.
test('background and sample picture load automatically, and each layer can be switched off', async () => {
  const { user } = show()
  expect(await screen.findByText('Sample picture in the person box.')).toBeTruthy()
  expect(await screen.findByText(/How the background fits/)).toBeTruthy()
  expect(sources()).toEqual([background.src, sample.src])
  await user.click(screen.getByRole('button', { name: 'Background' }))
  expect(sources()).toEqual([sample.src])
  await user.click(screen.getByRole('button', { name: 'Sample picture' }))
  expect(sources()).toEqual([])
  expect(screen.getByRole('button', { name: /^Person box: / })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Person box' }))
  expect(screen.queryByRole('button', { name: /^Person box: / })).toBeNull()
})

// Would catch a button that shows forever that a removed video is playing.
test('a video background that is switched off during playback can be played again with its button', async () => {
  const film = { ...background, kind: 'video', type: 'video/mp4' } as const
  const { user } = show({}, { 'conversation.media': ({ path }) => (path.endsWith('PictureUrl') ? sample : film) })
  await user.click(await screen.findByRole('button', { name: 'Play background' }))
  screen.getByRole('button', { name: 'Pause background' })
  await user.click(screen.getByRole('button', { name: 'Background' }))
  expect(screen.queryByRole('button', { name: /^(?:Play|Pause) background$/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Background' }))
  screen.getByRole('button', { name: 'Play background' })
})

// Would catch a drawing whose numbers are only visual.
test('a list contains all numbers', () => {
  show({ humanX: -12 })
  expect(facts()).toEqual([
    'Canvas1,920 × 1,920, 1:1',
    'Person box540 × 960 at -12, 120',
    'Proportion frame 16:91,920 × 1,080 at 0, 0',
    'To canvas edgesLeft -12Top 120Right 1,392Bottom 840',
  ])
  expect(screen.getByText('Left: 12 px beyond the canvas')).toBeTruthy()
})

test.each([
  [{ videoWidth: 0 }, 'The canvas has no usable size'],
  [{ videoHeight: null }, 'The canvas has no usable size'],
  [{ videoWidth: 'wide' }, 'The canvas has no usable size'],
  [{ humanWidth: -5 }, 'The person box has no usable numbers'],
  [{ humanX: 1e12 }, 'Person box outside the view'],
  [{ proportion: '<img onerror=alert(1)>' }, "isn't a ratio"],
])('hostile numbers %j are reported, and nothing breaks', (detail, text) => {
  show(detail)
  expect(screen.getByText(new RegExp(text))).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'Appearance to scale' })).toBeTruthy()
})

// Would catch an unavailable picture that leaves the drawing waiting or without an explanation.
test('an unavailable background shows the reason, and the drawing is shown without it', async () => {
  show(
    {},
    {
      'conversation.media': ({ path }) =>
        path.endsWith('samplePictureUrl')
          ? sample
          : fail({ kind: 'not-fetched', reason: 'http', host: 'media.example', detail: '404' }),
    },
  )
  expect(await screen.findByText(/media\.example answered HTTP 404/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again: background' })).toBeTruthy()
  expect(sources()).toEqual([sample.src])
})
