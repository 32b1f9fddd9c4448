import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { useCurrentPart } from '../../../src/renderer/ui/use-current-part.ts'

const parts = ['appearance', 'voice', 'raw'] as const

/** Parts of 400 pixels, one below the other; the page is scrolled by `scrolled`. */
function Page({ at }: { readonly at: () => number }) {
  const place = (top: number, height: number) => (element: HTMLElement | null) => {
    if (element !== null) element.getBoundingClientRect = () => new DOMRect(0, top - at(), 300, height)
  }
  return (
    <>
      <output>{useCurrentPart(parts, 200)}</output>
      {parts.map((part, index) => (
        <div key={part} id={`part-${part}`} tabIndex={-1} ref={place(index * 400, 400)}>
          <div tabIndex={-1} data-testid={part} ref={place(index * 400 + 300, 20)} />
        </div>
      ))}
    </>
  )
}

// Would catch a mark on the previous tab at the end of a page whose last part is too short to scroll to the top.
test('the last part is current at the end of the page', () => {
  let scrolled = 0
  onTestFinished(cleanup)
  render(<Page at={() => scrolled} />)
  act(() => {
    scrolled = 1_200 - innerHeight
    document.dispatchEvent(new Event('scroll'))
  })
  expect(screen.getByRole('status').textContent).toBe('raw')
  act(() => {
    scrolled -= 50
    document.dispatchEvent(new Event('scroll'))
  })
  expect(screen.getByRole('status').textContent).toBe('voice')
})

// Would catch a mark on the tab of the part above while the searched field is in a different part.
test('the part that holds the focused field is current while the field is in sight', () => {
  let scrolled = 0
  onTestFinished(cleanup)
  render(<Page at={() => scrolled} />)
  const current = () => screen.getByRole('status').textContent
  expect(current()).toBe('appearance')
  // The field is in the middle of the window, and the end of the part above is at its top.
  act(() => {
    scrolled = 150
    screen.getByTestId('voice').focus()
  })
  expect(current()).toBe('voice')
  act(() => {
    scrolled = 0
    document.dispatchEvent(new Event('scroll'))
  })
  expect(current()).toBe('voice')
  act(() => {
    scrolled = 900
    document.dispatchEvent(new Event('scroll'))
  })
  expect(current()).toBe('raw')
})
