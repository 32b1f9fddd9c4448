import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { showToast } from '../../../src/renderer/state/toast-store.ts'
import { Dialog } from '../../../src/renderer/ui/dialog.tsx'
import { fakeTimers } from '../../support/fake-timers.ts'
import { renderPage } from '../../support/render.tsx'

// Would catch an undo that runs twice, and a toast that stays to be pressed again.
test('a toast offers its action once', async () => {
  let undone = 0
  const { user } = renderPage(<Toasts />)
  act(() => {
    const undo = (): void => {
      undone += 1
    }
    showToast({ text: '2 drafts removed', action: { label: 'Undo', onClick: undo } })
    showToast({ text: 'Copied' })
  })
  const toasts = within(await screen.findByRole('region', { name: 'Notifications' }))
  await toasts.findByText('Copied')
  await user.click(toasts.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(toasts.queryByText('2 drafts removed')).toBeNull())
  expect(undone).toBe(1)
  expect(toasts.getByText('Copied')).toBeTruthy()
})

// Would catch other tab stops before Undo, and a toast that Escape does not dismiss.
test('F6 goes to the first button of the newest toast, and Escape dismisses it', async () => {
  const { user } = renderPage(<Toasts />)
  act(() => {
    showToast({ text: 'Copied' })
    showToast({ text: '2 drafts removed', action: { label: 'Undo', onClick: () => undefined } })
  })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(undo)
  await user.tab()
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Dismiss' })[0])
  await user.tab()
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Dismiss' })[1])
  await user.keyboard('{F6}{Escape}')
  await waitFor(() => expect(undo.isConnected).toBe(false))
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
})

// Would catch a removal that is undone during typing, and a shortcut that undoes it twice.
test('Ctrl+Z undoes the last removal, and in a text field the typing', async () => {
  const undone: number[] = []
  const { user } = renderPage(
    <>
      <input aria-label="Name" />
      <button type="button">Elsewhere</button>
      <Toasts />
    </>,
  )
  act(() => {
    for (const number of [1, 2])
      showToast({ text: `Row ${number} removed`, action: { label: 'Undo', onClick: () => void undone.push(number) } })
    showToast({ text: 'Copied' })
  })
  await screen.findByText('Copied')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  await user.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText('Row 2 removed')).toBeNull())
  // With nothing left to undo, the browser would undo the last typing in any field.
  const reached: boolean[] = []
  const listen = (event: KeyboardEvent): void => void (event.key === 'z' && reached.push(event.defaultPrevented))
  window.addEventListener('keydown', listen)
  onTestFinished(() => window.removeEventListener('keydown', listen))
  await user.keyboard('{Control>}zz{/Control}')
  expect(undone).toEqual([2, 1])
  expect(reached).toEqual([true, true])
})

// Would catch a removal behind a dialog that is undone while the operator fills in the form.
test('an open dialog handles Ctrl+Z itself', async () => {
  const undo = vi.fn()
  const { user } = renderPage(
    <>
      <Dialog title="New profile" onClose={() => undefined}>
        <button type="button">Inside</button>
      </Dialog>
      <Toasts />
    </>,
  )
  act(() => showToast({ text: 'Row removed', action: { label: 'Undo', onClick: undo } }))
  await screen.findByText('Row removed')
  await user.click(screen.getByRole('button', { name: 'Inside' }))
  await user.keyboard('{Control>}z{/Control}')
  expect(undo).not.toHaveBeenCalled()
})

// Would catch an Undo that is offered for hours while a different window is used, and then fails.
test('a toast ends after ten seconds, even while a different window is used', async () => {
  fakeTimers({ shouldAdvanceTime: true })
  renderPage(<Toasts />)
  act(() => showToast({ text: '3 drafts removed', action: { label: 'Undo', onClick: () => undefined } }))
  await screen.findByText('3 drafts removed')
  act(() => {
    window.dispatchEvent(new Event('blur'))
  })
  await act(() => vi.advanceTimersByTimeAsync(10_100))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

// Would catch a timer that continues for a toast of a closed profile or window.
test('the timer of a toast ends with the page', async () => {
  fakeTimers({ shouldAdvanceTime: true })
  renderPage(<Toasts />)
  act(() => showToast({ text: 'Copied' }))
  await screen.findByText('Copied')
  cleanup()
  const focus = vi.spyOn(document, 'hasFocus')
  await vi.advanceTimersByTimeAsync(10_100)
  expect(focus).not.toHaveBeenCalled()
})

// Would catch six toasts with the same "1 avatar is in the queue", and a last toast that ends with the timer of the
// first.
test('the same sentence is shown once, and its timer restarts', async () => {
  fakeTimers({ shouldAdvanceTime: true })
  renderPage(<Toasts />)
  act(() => showToast({ text: '1 avatar is in the queue' }))
  await screen.findByText('1 avatar is in the queue')
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  act(() => showToast({ text: '1 avatar is in the queue' }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getAllByText('1 avatar is in the queue')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(screen.queryByText('1 avatar is in the queue')).toBeNull()
})

// Would catch a fourth removal that removes the Undo of the first.
test('each of several removals in a row can be undone', async () => {
  const undone: number[] = []
  const { user } = renderPage(<Toasts />)
  act(() => {
    for (const number of [1, 2, 3, 4, 5]) {
      const undo = (): void => {
        undone.push(number)
      }
      showToast({ text: `Row ${number} removed`, action: { label: 'Undo', onClick: undo } })
    }
  })
  await screen.findByText('Row 5 removed')
  for (let left = 5; left > 0; left -= 1) {
    const [first] = screen.getAllByRole('button', { name: 'Undo' })
    await user.click(first ?? document.body)
  }
  expect(undone.toSorted()).toEqual([1, 2, 3, 4, 5])
})

// Would catch a toast under a modal dialog, where it cannot be pressed.
test('a toast is drawn in the open modal dialog, and outlives the dialog', async () => {
  const page = (dialog: boolean) => (
    <>
      {dialog && (
        <Dialog title="Add session IDs" onClose={() => undefined}>
          -
        </Dialog>
      )}
      <Toasts />
    </>
  )
  const { redraw } = renderPage(page(true))
  act(() => showToast({ text: '3 sessions added' }))
  expect(await within(screen.getByRole('dialog')).findByText('3 sessions added')).toBeTruthy()
  redraw(page(false))
  expect(await screen.findByText('3 sessions added')).toBeTruthy()
})
