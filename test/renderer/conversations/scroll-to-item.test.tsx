import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  scrollToField,
  useScrollTarget,
  useScrollToItem,
} from '../../../src/renderer/sections/conversations/scroll-to-field.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { renderPage } from '../../support/render.tsx'

function Wanting({ rows }: { readonly rows: readonly string[] }) {
  useScrollToItem({ list: 'scriptDtoList', onSought: () => 'shown' })
  return (
    <>
      <output>{useScrollTarget() ?? 'none'}</output>
      {rows.map((path) => (
        <p key={path} data-path={path} />
      ))}
    </>
  )
}

const [first, second] = ['data.scriptDtoList[0]', 'data.scriptDtoList[1]'] as const

async function want(path: string): Promise<void> {
  act(() => scrollToField(path))
  // Its place was found: its row is looked for with each frame.
  await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
}

const frames = (count: number): void =>
  act(() => {
    for (let frame = 0; frame < count; frame += 1) vi.advanceTimersToNextFrame()
  })

// Would catch an item whose row never came, and that takes along the next one that is asked for.
test('giving up an item leaves the one that was asked for after it', async () => {
  fakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  const page = renderPage(<Wanting rows={[]} />)
  const requested = (): string | null => screen.getByRole('status').textContent
  await want(first)
  frames(50)
  await want(second)
  frames(20)
  expect(requested()).toBe(second)
  page.redraw(<Wanting rows={[second]} />)
  frames(1)
  expect(requested()).toBe('none')
})
