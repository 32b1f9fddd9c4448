/** The library of the open profile: its conversations, the operators' texts about them, and the search. */
import { invalidInput, refusal } from '../../../shared/failure.ts'
import type { ConversationId, ProfileId } from '../../../shared/ids.ts'
import { findIds } from '../../../shared/model/find-ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { conversationId } from '../../../shared/schemas/ids.ts'
import type { IdCandidate } from '../../../shared/schemas/library.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { readHandedTexts } from '../../files/handed-files.ts'
import type { HandedFiles, HandedText } from '../../files/handed-files.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { LibraryEdit } from '../../store/library-repository.ts'
import type { Search } from '../search/search.ts'

export interface Library {
  readonly handlers: HandlersUnder<'library'>
  /** Notifies the page that the library of a profile has changed. */
  readonly changed: (profileId: ProfileId) => void
  readonly dispose: () => void
}

// Fetching all unread conversations changes the library several times a second.
const throttleMs = 500

/** Nothing is read or sent before a call of the page. */
export function createLibrary(
  { current, repositories, clock, emit }: ProfileContext,
  files: Pick<HandedFiles, 'open'>,
  search: Pick<Search, 'find'>,
): Library {
  const { library, snapshots } = repositories
  const throttle = createThrottle(clock, throttleMs, () => emit('library.changed', {}))
  const openId = (): ProfileId => requireOpen(current).profile.id
  const changed = (profileId: ProfileId): void => {
    if (current()?.profile.id === profileId) throttle.trigger()
  }

  const edit = (id: ConversationId, change: LibraryEdit) => {
    const profileId = openId()
    const entry = library.edit({ profileId, conversationId: id }, change, clock.now())
    changed(profileId)
    return entry
  }

  const candidatesIn = (text: string): IdCandidate[] => {
    const candidates = findIds(text, 'conversation').map((candidate) => ({
      ...candidate,
      id: conversationId.parse(candidate.id),
    }))
    const knownIds = library.known(
      openId(),
      candidates.map(({ id }) => id),
    )
    return candidates.map(({ id, isLikely }) => ({ conversationId: id, isLikely, isKnown: knownIds.has(id) }))
  }

  return {
    handlers: {
      'library.list': ({ limit, search = '', ...query }) =>
        search.trim() === ''
          ? library.list(openId(), query, limit)
          : library.named(openId(), { ...query, search }, limit),
      'library.overview': () => library.overview(openId()),
      'library.entry': ({ conversationId: id }) => library.entry({ profileId: openId(), conversationId: id }),
      'library.snapshots': ({ conversationId: id }) => [...snapshots.list({ profileId: openId(), conversationId: id })],
      'library.search': ({ search: words, limit }) => search.find(openId(), words, limit),
      'library.findIds': ({ text }) => candidatesIn(text),
      'library.findIdsInFile': async ({ handle }) => {
        openId()
        const texts: HandedText[] = []
        for await (const text of readHandedTexts(files, [handle])) texts.push(text)
        const [file] = texts
        if (file === undefined || texts.length > 1) throw refusal('not-at-hand')
        return { fileName: file.fileName, bytes: file.bytes, proposals: candidatesIn(file.text) }
      },
      'library.add': ({ conversationIds }) => {
        const profileId = openId()
        const knownIds = library.known(profileId, conversationIds)
        library.addIds(profileId, conversationIds, clock.now())
        changed(profileId)
        return { added: new Set(conversationIds.filter((id) => !knownIds.has(id))).size }
      },
      'library.setFavourite': ({ conversationId: id, isFavourite }) => edit(id, { isFavourite }),
      'library.editTags': ({ conversationId: id, add, remove }) => {
        const before = library.entry({ profileId: openId(), conversationId: id })?.tags ?? []
        const tags = [...new Set([...before.filter((tag) => !remove.includes(tag)), ...add])]
        if (tags.length > limits.tags) throw invalidInput('add', `at most ${String(limits.tags)} tags`)
        return edit(id, { tags })
      },
      'library.setNote': ({ conversationId: id, note }) => edit(id, { note }),
    },
    changed,
    dispose: throttle.dispose,
  }
}
