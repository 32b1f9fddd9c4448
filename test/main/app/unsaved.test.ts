import { expect, test } from 'vitest'
import { createUnsaved } from '../../../src/main/app/unsaved.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { unsavedProfile } from '../../../src/shared/schemas/profile.ts'
import type { UnsavedProfile } from '../../../src/shared/schemas/profile.ts'
import type { TypedTexts } from '../../../src/shared/schemas/unsaved.ts'
import { profileOf, setStage } from '../../support/subjects.ts'
import type { Stage } from '../../support/subjects.ts'

const { id } = profileOf()
const start = unsavedProfile.shape.start.parse({
  id: null,
  name: 'Lob',
  baseUrl: '',
  unencryptedOrigin: '',
  mediaBaseUrl: '',
  appId: '',
  tokenLifetime: '',
  durationUnit: 'unknown',
  protection: 'confirm',
  colour: 'teal',
  authentication: 'access-token',
  applications: [],
  imageSizeLimit: '',
  shapes: '',
  parallel: '',
  floor: '',
  sendsConversationIdWithImage: true,
})
const formOf = (draft: Partial<UnsavedProfile['draft']>): UnsavedProfile => ({ start, draft: { ...start, ...draft } })
const form = formOf({ name: 'Lobby' })
const typed = (text: string, profileId = id): TypedTexts => ({
  profileId,
  sessions: { text, isPasted: true },
  libraryIds: text,
  customFields: { of: 'draft-1', fields: { greeting: 'Hello' } },
})

/** A second start of the program on the same disk. */
const startAgain = (stage: Stage) => createUnsaved(stage)

// Would catch typed text that is lost in a crash, and a form that each new window shows.
test('the first window of the next start restores the typed text', () => {
  const stage = setStage()
  createUnsaved(stage).set(1, { form, texts: [typed('call-1')] })
  const next = startAgain(stage)
  expect(next.read(1)).toEqual({ form, texts: [typed('call-1')] })
  expect(next.read(2)).toEqual({ form: null, texts: [typed('call-1')] })
})

// Would catch a page that comes back with a different window's form, or without its own.
test('a reloaded page has the form of its window', () => {
  const unsaved = createUnsaved(setStage())
  unsaved.set(1, { form, texts: [] })
  unsaved.set(2, { form: formOf({ name: 'Tower' }), texts: [] })
  expect([1, 2, 3].map((windowId) => unsaved.read(windowId).form?.draft.name)).toEqual(['Lobby', 'Tower', undefined])
  unsaved.set(2, { form: null, texts: [] })
  expect(unsaved.read(2).form).toBeNull()
})

// Would catch text typed for one profile that is lost when a different window types for a second profile.
test('texts of a profile stay while others are typed', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  unsaved.set(1, { form: null, texts: [typed('call-1')] })
  unsaved.set(2, { form, texts: [] })
  expect(startAgain(stage).read(1).texts).toEqual([typed('call-1')])
})

// Would catch a form that comes back although the operator discarded it.
test('a discarded form does not come back', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  unsaved.set(1, { form, texts: [] })
  unsaved.discardForm(1)
  expect(unsaved.read(1).form).toBeNull()
  expect(startAgain(stage).read(1).form).toBeNull()
})

// Would catch texts, or a form, of a deleted profile.
test('nothing is kept for a profile that does not exist', () => {
  const stage = setStage()
  const gone = profileId.parse('gone')
  const formOfGone = { ...form, start: { ...start, id: gone } }
  createUnsaved(stage).set(1, { form: formOfGone, texts: [typed('call-1', gone)] })
  expect(stage.database.prepare('SELECT count(*) AS many FROM unsaved_texts').get()).toEqual({ many: 0 })
})

// Would catch a password that reaches the disk because it was pasted with its address.
test.each(['https://mei:pass-w0rd@host/v2', 'https://host/v2?token=pass-w0rd', 'https://host/v2#pass-w0rd'])(
  'an address that contains a secret is not on disk: %s',
  (address) => {
    const stage = setStage()
    const unsaved = createUnsaved(stage)
    const given = formOf({ name: 'Lobby', baseUrl: address, mediaBaseUrl: address })
    unsaved.set(1, { form: given, texts: [] })
    expect(unsaved.read(1).form).toEqual(given)
    expect(startAgain(stage).read(1).form).toEqual(form)
  },
)

// Would catch a token that reaches the disk in a log that was pasted for its session IDs.
test('text that looks like a token is not on disk', () => {
  const stage = setStage()
  const log = `sessionId=call-1 token: ${['eyJhbGciOiJub25lIn0', 'eyJzdWIiOiJub2JvZHkifQ', 'x'.repeat(20)].join('.')}`
  createUnsaved(stage).set(1, { form: null, texts: [typed(log)] })
  const [stored] = startAgain(stage).read(1).texts
  expect(stored?.sessions.text).toBe('sessionId=call-1 token: [redacted]')
})

// Would catch a start that fails, or loses everything else, because a row has an unknown form.
test('rows of a different version are skipped', () => {
  const stage = setStage()
  createUnsaved(stage).set(1, { form, texts: [typed('call-1')] })
  stage.database.exec(`UPDATE unsaved_texts SET typed = '{"other":1}' WHERE kind = 'form'`)
  expect(startAgain(stage).read(1)).toEqual({ form: null, texts: [typed('call-1')] })
})

// Would catch a refusing disk that costs a crashed page its typed text.
test('text that the disk refuses is kept in memory for the page', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  stage.database.close()
  expect(() => unsaved.set(1, { form, texts: [] })).toThrow()
  expect(unsaved.read(1).form).toEqual(form)
})
