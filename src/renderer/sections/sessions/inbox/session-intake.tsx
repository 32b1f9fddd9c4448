import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { closeAsked, go, useLocation } from '../../../state/location-store.ts'
import { addPendingDrop } from '../../../state/intake-store.ts'
import { proposePasted } from '../../../state/propose-sessions.ts'
import { DropOverlay } from '../../../ui/empty-state.tsx'
import { isInText } from '../../../ui/is-typing.ts'
import { useTopModal } from '../../../ui/overlay-container.ts'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { useWindowEvent } from '../../../ui/use-window-event.ts'
import { AddSessionsDialog } from './add-sessions-dialog.tsx'
import { useFileCandidates } from './session-candidates.ts'

const isImage = ({ type }: File): boolean => type.startsWith('image/')

/** Takes text that is pasted outside a text field while mounted; an open dialog handles pasting itself. */
function usePaste(): void {
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (isInText(event) || text.trim() === '' || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    proposePasted(text)
  })
}

/** Brings session ids into the inbox: paste and drop anywhere on the page, and the dialog that shows the ids first. */
export function SessionIntake({ appId, children }: { readonly appId: AppId | null; readonly children: ReactNode }) {
  const { t } = useTexts('inbox')
  const isReadOnly = useIsReadOnly()
  const files = useFileCandidates()
  const isOpen = useLocation('sessions')?.ask === 'add'
  // Any other dialog takes no files.
  const isFree = useTopModal() === null || isOpen
  usePaste()
  const { isOver, handlers } = useDropZone((dropped) => {
    // Portraits become drafts, whatever page they are dropped on.
    if (!isOpen && !isReadOnly && dropped.every(isImage)) {
      addPendingDrop({ files: dropped, addresses: [] })
      go({ section: 'avatars' })
      return
    }
    if (!files.isPending) files.mutate(dropped)
    if (!isOpen) go({ section: 'sessions', ask: 'add' })
  })
  return (
    <div className="contents" {...(isFree && handlers)}>
      {children}
      {isOver && !isOpen && <DropOverlay Icon={FileSearch} title={t('add.title')} />}
      {isOpen && (
        <AddSessionsDialog
          appId={appId}
          files={files}
          isOver={isOver}
          onClose={() => {
            closeAsked()
            files.reset()
          }}
        />
      )}
    </div>
  )
}
