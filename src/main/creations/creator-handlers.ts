/** What the page asks of drafts and of the fields that they share. */
import type { ProfileId } from '../../shared/ids.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { Drafts } from '../portraits/drafts.ts'

/** The operations of the creator. */
export type CreatorHandlers = HandlersOf<
  | 'creator.read'
  | 'creator.setShared'
  | 'draft.add'
  | 'draft.addAddress'
  | 'draft.addWithoutImage'
  | 'draft.setEdit'
  | 'draft.setAnalysis'
  | 'draft.setOverrides'
  | 'draft.remove'
>

export function createCreatorHandlers(
  drafts: Drafts,
  current: CurrentProfile,
  person: Pick<PersonCheck, 'gesture'>,
): CreatorHandlers {
  const open = (): ProfileId => requireOpen(current).profile.id
  // The practice service's pictures are on this computer, where nothing else is fetched from.
  const rulesFor = (address: string): MediaRules | null => {
    const { kind, baseUrl } = requireOpen(current).profile
    const isOfPractice = kind === 'practice' && URL.parse(address)?.origin === new URL(baseUrl).origin
    return isOfPractice ? { baseUrl, mediaBaseUrl: '' } : null
  }
  return {
    'creator.read': () => drafts.read(open()),
    'creator.setShared': (fields) => {
      drafts.setShared(open(), fields)
      return null
    },
    'draft.add': ({ handles, remaining }, { windowId }) => drafts.add(open(), { windowId, handles, remaining }),
    'draft.addAddress': async ({ address }, { windowId }) => {
      const [profileId, rules] = [open(), rulesFor(address)]
      const host = URL.parse(address)?.host ?? ''
      // An image inside its own address is asked of nobody.
      if (host !== '') await person.gesture(windowId, { kind: 'fetch', host })
      return drafts.addAddress(profileId, address, rules)
    },
    'draft.addWithoutImage': () => drafts.addWithoutImage(open()),
    'draft.setEdit': ({ draftId, edit, image, thumbnail }) =>
      drafts.setEdit(open(), draftId, { edit, image, thumbnail }),
    'draft.setAnalysis': ({ draftId, analysis, thumbnail }) =>
      drafts.setAnalysis(open(), draftId, { analysis, thumbnail }),
    'draft.setOverrides': ({ draftId, overrides }) => drafts.setOverrides(open(), draftId, overrides),
    'draft.remove': ({ draftId }) => {
      drafts.remove(open(), draftId)
      return null
    },
  }
}
