// What a page knows of the only profile that it has shown is that profile's: main's word of it, which comes later, changes nothing.
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'

// In a file of its own: for a page that has shown another profile before, all of it would be read again.
test('the profile of the start is read once, and again when the page comes back to it', async () => {
  const kiosks = aProfile({ id: profileId.parse('profile-2'), name: 'Kiosks' })
  const { emit, callsOf } = renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile(), kiosks]) } })
  const reads = (): number => callsOf('library.overview').length
  await waitFor(() => expect(reads()).toBe(1))
  await emit('profile.switched', { profileId: profileId.parse('profile-1') })
  await emit('app.changed', anAppState([aProfile({ name: 'Lobby, again' }), kiosks]))
  await screen.findAllByText('Lobby, again')
  expect(reads()).toBe(1)
  await emit('profile.switched', { profileId: kiosks.profile.id })
  await waitFor(() => expect(reads()).toBe(2))
  await emit('profile.switched', { profileId: profileId.parse('profile-1') })
  await waitFor(() => expect(reads()).toBe(3))
})
