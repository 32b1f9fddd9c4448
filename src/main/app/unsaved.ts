/** Typed and unsaved text of the windows, for a page that dies and for the next start. */
import type { UnsavedProfile } from '../../shared/schemas/profile.ts'
import type { Unsaved } from '../../shared/schemas/unsaved.ts'
import type { AppContext } from '../context/app-context.ts'
import { logged } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'

type UnsavedContext = Pick<AppContext, 'findProfile' | 'log'> & {
  readonly repositories: Pick<AppContext['repositories'], 'unsaved'>
}

export type UnsavedTexts = ReturnType<typeof createUnsaved>

const hasCredentials = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (url.username + url.password + url.search + url.hash).length > 0
}

// An address that contains a pasted secret is not stored: it stays in memory.
function withoutCredentials(form: UnsavedProfile): UnsavedProfile {
  const { baseUrl, mediaBaseUrl } = form.draft
  const addresses = { baseUrl, mediaBaseUrl }
  const storedAddresses = Object.entries(addresses).map(
    ([name, url]) => [name, hasCredentials(url) ? '' : url] as const,
  )
  return { ...form, draft: { ...form.draft, ...Object.fromEntries(storedAddresses) } }
}

export function createUnsaved({ findProfile, log, repositories: { unsaved } }: UnsavedContext) {
  let saved: Unsaved = { form: null, texts: [] }
  logged(log, 'the typed texts of the previous run could not be read', () => {
    saved = unsaved.read()
  })
  const texts = new Map(saved.texts.map((typed) => [typed.profileId, typed]))
  const forms = new Map<number, UnsavedProfile>()
  // The last run's form, which the first window continues.
  let formToContinue = saved.form

  const write = (): void => {
    for (const id of texts.keys()) if (findProfile(id) === null) texts.delete(id)
    const form = [...forms.values()].findLast(({ start: { id } }) => id === null || findProfile(id) !== null)
    const record: Unsaved = { form: form ? withoutCredentials(form) : null, texts: [...texts.values()] }
    // A log that is pasted for its IDs might contain a token. Redacting the JSON works, because JSON escapes no
    // character of a token.
    unsaved.write(JSON.parse(redactSecrets(JSON.stringify(record))) as Unsaved)
  }
  const setForm = (windowId: number, form: UnsavedProfile | null): void => {
    if (form === null) forms.delete(windowId)
    else forms.set(windowId, form)
  }
  return {
    read: (windowId: number): Unsaved => {
      if (formToContinue !== null) setForm(windowId, formToContinue)
      formToContinue = null
      return { form: forms.get(windowId) ?? null, texts: [...texts.values()] }
    },
    /** Failures: storage; the text is then still available for a page that dies. */
    set: (windowId: number, { form, texts: typed }: Unsaved): void => {
      setForm(windowId, form)
      for (const profileTexts of typed) texts.set(profileTexts.profileId, profileTexts)
      write()
    },
    /** The operator discarded the text in the window's form. */
    discardForm: (windowId: number): void => {
      setForm(windowId, null)
      logged(log, 'discarded texts could not be removed', write)
    },
  }
}
