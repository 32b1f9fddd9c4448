import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'

// Would catch a notice of two changes whose button shows only the first.
test('the changes of answers include those that came after they were first shown', async () => {
  const changeOf = (id: number, path: string) => ({
    id,
    operation: 'queryAccount',
    at: Date.now(),
    changes: [{ kind: 'added' as const, path, before: [], after: ['text' as const] }],
    before: [],
    after: [{ path, types: ['text' as const], isOptional: false }],
  })
  const stateOf = (count: number) => {
    const what = { profileId: aProfile().profile.id, operations: ['queryAccount'], count, only: null }
    const notice = { id: 'answers', kind: 'answers-changed' as const, since: Date.now(), ...what }
    return anAppState([aProfile()], { notices: [notice] })
  }
  let changes = [changeOf(1, 'data.mood')]
  const { user, emit } = renderPage(<Shell />, {
    handlers: { 'app.state': () => stateOf(1), 'shape.changes': () => changes },
  })
  const show = async () => user.click(await screen.findByRole('button', { name: 'Show changes' }))
  await show()
  const dialog = () => screen.findByRole('dialog', { name: "Changes in the service's answers" })
  expect(await within(await dialog()).findByText(/data\.mood/, { selector: 'li' })).toBeTruthy()
  changes = [changeOf(2, 'data.level'), ...changes]
  await emit('app.changed', stateOf(2))
  expect(await within(await dialog()).findByText(/data\.level/, { selector: 'li' })).toBeTruthy()
})
