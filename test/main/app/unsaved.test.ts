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

/** The program on the same disk, started again. */
const startAgain = (stage: Stage) => createUnsaved(stage)

// Would catch words that are gone after a crash, and a form that each new window shows.
test('the first window of the next start goes on with what was typed', () => {
  const stage = setStage()
  createUnsaved(stage).set(1, { form, texts: [typed('call-1')] })
  const next = startAgain(stage)
  expect(next.read(1)).toEqual({ form, texts: [typed('call-1')] })
  expect(next.read(2)).toEqual({ form: null, texts: [typed('call-1')] })
})

// Would catch a page that comes back with the form of another window, or without its own.
test('a page that is loaded again has the form of its window', () => {
  const unsaved = createUnsaved(setStage())
  unsaved.set(1, { form, texts: [] })
  unsaved.set(2, { form: formOf({ name: 'Tower' }), texts: [] })
  expect([1, 2, 3].map((windowId) => unsaved.read(windowId).form?.draft.name)).toEqual(['Lobby', 'Tower', undefined])
  unsaved.set(2, { form: null, texts: [] })
  expect(unsaved.read(2).form).toBeNull()
})

// Would catch what one window typed for a profile that goes when another window types for another.
test('texts of a profile stay while others are typed', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  unsaved.set(1, { form: null, texts: [typed('call-1')] })
  unsaved.set(2, { form, texts: [] })
  expect(startAgain(stage).read(1).texts).toEqual([typed('call-1')])
})

// Would catch a form that comes back although the operator chose to give it up.
test('a form that was given up stays away', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  unsaved.set(1, { form, texts: [] })
  unsaved.discardForm(1)
  expect(unsaved.read(1).form).toBeNull()
  expect(startAgain(stage).read(1).form).toBeNull()
})

// Would catch texts, or a form, of a profile that was deleted.
test('of a profile that is not there nothing is kept', () => {
  const stage = setStage()
  const gone = profileId.parse('gone')
  const formOfGone = { ...form, start: { ...start, id: gone } }
  createUnsaved(stage).set(1, { form: formOfGone, texts: [typed('call-1', gone)] })
  expect(stage.database.prepare('SELECT count(*) AS many FROM unsaved_texts').get()).toEqual({ many: 0 })
})

// Would catch a password that reaches the disk because it was pasted with its address.
test.each(['https://mei:pass-w0rd@host/v2', 'https://host/v2?token=pass-w0rd', 'https://host/v2#pass-w0rd'])(
  'an address with a secret in it is not on disk: %s',
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
test('what looks like a token is not on disk', () => {
  const stage = setStage()
  const log = `sessionId=call-1 token: ${['eyJhbGciOiJub25lIn0', 'eyJzdWIiOiJub2JvZHkifQ', 'x'.repeat(20)].join('.')}`
  createUnsaved(stage).set(1, { form: null, texts: [typed(log)] })
  const [stored] = startAgain(stage).read(1).texts
  expect(stored?.sessions.text).toBe('sessionId=call-1 token: [redacted]')
})

// Would catch a start that fails, or loses everything else, because a row is in no form that is known.
test('what another version kept is left out', () => {
  const stage = setStage()
  createUnsaved(stage).set(1, { form, texts: [typed('call-1')] })
  stage.database.exec(`UPDATE unsaved_texts SET typed = '{"other":1}' WHERE kind = 'form'`)
  expect(startAgain(stage).read(1)).toEqual({ form: null, texts: [typed('call-1')] })
})

// Would catch a disk that refuses and takes what is typed away from a page that dies.
test('what the disk refuses is held for the page', () => {
  const stage = setStage()
  const unsaved = createUnsaved(stage)
  stage.database.close()
  expect(() => unsaved.set(1, { form, texts: [] })).toThrow()
  expect(unsaved.read(1).form).toEqual(form)
})
