import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, SessionId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import type { TextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { writeInboxText } from '../../../state/inbox-view-store.ts'
import type { InboxText } from '../../../state/inbox-view-store.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectableRow, SelectionHeader, useSelection } from '../../../ui/selection.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import type { Selection } from '../../../ui/selection.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ApplicationSelect } from '../application-select.tsx'
import { CloseSessionDialog } from '../closing/close-session-dialog.tsx'
import { useCloseSession } from '../closing/use-close-session.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import type { FileCandidates } from './use-file-candidates.ts'
import { useAddSessions, useSessionCandidates } from './use-session-candidates.ts'
import type { Candidate } from './use-session-candidates.ts'
import { WatchedFiles } from './watched-files.tsx'

export interface AddSessionsDialogProps {
  readonly view: ProfileView
  readonly application: Application
  readonly files: FileCandidates
  /** Files are dragged over the page: this dialog takes them. */
  readonly isOver: boolean
  readonly onClose: () => void
}

const estimatedHeight = 28

const idOf = ({ sessionId }: Candidate): SessionId => sessionId

interface FoundProps {
  readonly candidates: readonly Candidate[]
  readonly selection: Selection<Candidate, SessionId>
  /** Closes the only one that was found. */
  readonly onClose: ((sessionId: SessionId) => void) | null
}

function Found({ candidates, selection: { isSelected, selected, select, selectAll }, onClose }: FoundProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  return (
    <div>
      <SelectionHeader
        text={t('add.found', { count: candidates.length, selected: format.number(selected.length) })}
        all={t('add.all')}
        none={t('add.none')}
        onSelectAll={selectAll}
      />
      <VirtualList label={t('add.list')} items={candidates} keyOf={idOf} estimatedHeight={estimatedHeight}>
        {(candidate) => (
          <Row justify="between">
            <SelectableRow
              id={candidate.sessionId}
              isSelected={isSelected(candidate)}
              disabled={candidate.isKnown}
              notes={[candidate.isKnown ? t('add.known') : null, candidate.isLikely ? null : t('add.unlikely')]}
              onSelect={(value) => select(candidate.sessionId, value)}
            />
            {onClose !== null && candidates.length === 1 && (
              <Button size="small" onClick={() => onClose(candidate.sessionId)}>
                {t('find.close')}
              </Button>
            )}
          </Row>
        )}
      </VirtualList>
      {selected.length > limits.sessionsAtOnce && (
        <Text as="p" tone="warn">
          {t('add.tooMany', { limit: format.number(limits.sessionsAtOnce) })}
        </Text>
      )}
    </div>
  )
}

interface SearchedProps extends Pick<AddSessionsDialogProps, 'files'> {
  readonly text: string
  readonly inText: TextIdCandidates<unknown>
}

// What is searched, and why nothing was found.
function Searched({ text, inText, files }: SearchedProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const isSearching = inText.isSearching || files.isSearching
  const note = (): string | null => {
    if (text.length > limits.searchedText) return t('add.tooLong', { limit: format.number(limits.searchedText) })
    if (isSearching) return null
    if (files.found?.candidates.length === 0) return t('add.noneInFiles', { files: files.found.name })
    return inText.found?.length === 0 ? t('add.noneFound') : null
  }
  return (
    <>
      <StatusLine tone="busy">{isSearching ? t('add.searching') : null}</StatusLine>
      <StatusLine>{note()}</StatusLine>
      <ErrorNotice error={inText.error} about={t('add.textFailed')} onRetry={inText.retry} />
      <ErrorNotice error={files.error} about={t('add.filesFailed')} />
    </>
  )
}

interface TextBoxProps extends InboxText {
  readonly onText: (text: InboxText) => void
}

function TextBox({ text, isPasted, onText }: TextBoxProps) {
  const { t } = useTranslation('inbox')
  return (
    <Field label={t('add.text')} hint={t('add.hint')}>
      <TextArea
        mono
        rows={4}
        value={text}
        onPaste={() => onText({ text, isPasted: true })}
        onChange={({ currentTarget: { value } }) => onText({ text: value, isPasted: isPasted && value !== '' })}
      />
    </Field>
  )
}

function useAddition({ view, files, application, onClose }: AddSessionsDialogProps) {
  const { t } = useTranslation('inbox')
  const { id: profileId } = view.profile
  const found = useSessionCandidates(profileId, files)
  const selection = useSelection({ items: found.candidates, idOf, allowsKnown: false })
  const [appId, setAppId] = useState<AppId | null>(application.appId)
  const add = useAddSessions()
  const { selected } = selection
  const canAdd = selected.length > 0 && selected.length <= limits.sessionsAtOnce
  const submit = (): void => {
    if (!canAdd || add.isPending) return
    add.mutate({ candidates: found.candidates, selected, appId }, ({ added, known }) => {
      writeInboxText(profileId, { text: '', isPasted: false })
      showToast({
        text: known === 0 ? t('add.added', { count: added }) : t('add.addedSome', { count: added, known }),
      })
      onClose()
    })
  }
  const closing = useCloseSession(({ failure }) => {
    // What failed may be tried once more.
    if (failure === null) writeInboxText(profileId, { text: '', isPasted: false })
    showSessionsTab('live')
    onClose()
  })
  return { ...found, selection, appId, setAppId, add, canAdd, submit, closing }
}

/** **Add session IDs**: ids from a text, from files or from a watched path, shown before they are added. */
export function AddSessionsDialog(props: AddSessionsDialogProps) {
  const { view, application, files, isOver, onClose } = props
  const { t } = useTranslation('inbox')
  const { id: profileId, applications, protection } = view.profile
  const addition = useAddition(props)
  const { text, isPasted, inText, candidates, selection, appId, setAppId, add, canAdd, submit, closing } = addition
  const count = selection.selected.length
  return (
    <>
      <Dialog
        title={t('add.title')}
        size="form"
        focus="field"
        onClose={onClose}
        action={{
          label: count === 0 ? t('add.addNone') : t('add.add', { count }),
          disabled: !canAdd,
          busy: add.isPending,
          onClick: submit,
        }}
      >
        {/* Enter submits from every control that does nothing else with it. */}
        {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- its controls are inside */}
        <div
          className={styles.add}
          data-over={isOver || undefined}
          onKeyDown={(event) => {
            const isBox = event.target instanceof HTMLInputElement
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            if (event.ctrlKey || event.metaKey || isBox) {
              event.preventDefault()
              submit()
            }
          }}
        >
          <TextBox text={text} isPasted={isPasted} onText={(written) => writeInboxText(profileId, written)} />
          <ChooseFiles
            label={t('add.choose')}
            hint={t('add.drop')}
            isBusy={files.isSearching}
            isMultiple
            onFiles={files.search}
          />
          <Searched text={text} inText={inText} files={files} />
          {candidates.length > 0 && (
            <Found
              candidates={candidates}
              selection={selection}
              onClose={protection === 'read-only' ? null : (sessionId) => closing.ask({ sessionId, appId })}
            />
          )}
          <ErrorNotice error={closing.error} about={t('find.closeFailed')} />
          <Field label={t('add.whose')}>
            <ApplicationSelect applications={applications} appId={appId} none={t('add.nobody')} onChoose={setAppId} />
          </Field>
          <ErrorNotice error={add.error} about={t('add.failed')} />
          <WatchedFiles appId={application.appId} />
        </div>
      </Dialog>
      <CloseSessionDialog closing={closing} />
    </>
  )
}
