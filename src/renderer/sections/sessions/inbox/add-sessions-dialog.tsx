import { useQuery } from '@tanstack/react-query'
import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import { Trans } from 'react-i18next'
import type { AppId, SessionId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { setSectionState } from '../../../state/location-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { forgetSessionText, typeSessions } from '../../../state/typed-texts-store.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { SelectableList, useSelection } from '../../../ui/selection.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import type { Selection } from '../../../ui/selection.tsx'
import { ApplicationSelect } from '../applications.tsx'
import { CloseSessionDialog, useCloseSession } from '../closing/close-sessions.tsx'
import { CloseError } from '../closing/confirmed-close.tsx'
import styles from './inbox.module.css'
import { useAddSessions, useSessionCandidates } from './session-candidates.ts'
import type { Candidate, FileCandidates } from './session-candidates.ts'

const idOf = ({ sessionId }: Candidate): SessionId => sessionId

interface FoundProps {
  readonly selection: Selection<Candidate, SessionId>
  /** Closes the only session that was found. */
  readonly onClose: ((sessionId: SessionId) => void) | null
}

function Found({ selection, onClose }: FoundProps) {
  const { t, format } = useTexts(['inbox', 'closing'])
  const { items, selected } = selection
  const close =
    onClose !== null && items.length === 1
      ? (sessionId: SessionId) => (
          <Button size="small" onClick={() => onClose(sessionId)}>
            {t('closing:one.action')}
          </Button>
        )
      : undefined
  return (
    <div>
      <SelectableList
        selection={selection}
        label={t('add.list')}
        text={t('add.found', { number: format.number(items.length), selected: format.number(selected.length) })}
        all={t('selectAll')}
        none={t('add.none')}
        knownNote={t('add.known')}
        labelOf={({ label }) => label ?? null}
        doubt={({ isLikely, looksLike }) => {
          if (looksLike !== undefined) return t(`add.looksLike.${looksLike}`)
          return isLikely ? null : t('add.unlikely')
        }}
        action={close}
      />
      {selected.length > limits.sessionsAtOnce && (
        <Note tone="warn">{t('add.tooMany', { limit: format.number(limits.sessionsAtOnce) })}</Note>
      )}
    </div>
  )
}

interface SearchedProps extends Pick<ReturnType<typeof useSessionCandidates>, 'text' | 'textCandidates'> {
  readonly files: FileCandidates
}

// Shows that a search is running, and why nothing was found.
function Searched({ text, textCandidates, files }: SearchedProps) {
  const { t, format } = useTexts('inbox')
  const isSearching = textCandidates.isSearching || files.isPending
  const note = (): string | null => {
    if (text.length > limits.searchedText) return t('add.tooLong', { limit: format.number(limits.searchedText) })
    if (isSearching) return null
    if (files.data?.candidates.length === 0) return t('add.noneInFiles', { files: files.data.name })
    return textCandidates.found?.length === 0 ? t('add.noneFound') : null
  }
  return (
    <>
      <StatusLine tone="busy">{isSearching ? t('add.searching') : null}</StatusLine>
      <StatusLine>{note()}</StatusLine>
      <ErrorNotice error={textCandidates.error} about={t('add.textFailed')} onRetry={textCandidates.retry} />
      <ErrorNotice error={files.error} about={t('add.filesFailed')} />
    </>
  )
}

/** The file that is watched for session ids, which are proposed for the chosen application. */
function WatchedFilePart({ appId }: { readonly appId: AppId | null }) {
  const { t, format } = useTexts(['inbox', 'sessions', 'common'])
  const query = useQuery(read('inbox.watchedFile', {}))
  const watch = useCommand('inbox.watch')
  const unwatch = useCommand('inbox.unwatch')
  const file = query.data ?? null
  return (
    <Stack as="section" gap={2} aria-label={t('watch.title')}>
      {file !== null && (
        <Row gap={2} align="start" className={styles.watch}>
          <FileText aria-hidden size={14} />
          <Text as="div" grow>
            <code>{file.path}</code>
            {file.problem !== null && <Note tone="warn">{t(`watch.${file.problem}`)}</Note>}
            <Text as="small" tone="soft">
              {t('watch.found', { number: format.number(file.found) })} ·{' '}
              {file.lastReadAt === null ? (
                t('common:neverRead')
              ) : (
                <Trans t={t} i18nKey="sessions:readAge" components={{ age: <Age at={file.lastReadAt} /> }} />
              )}
            </Text>
          </Text>
          <QuietButton Icon={X} name={t('watch.remove', { path: file.path })} onClick={() => unwatch.mutate({})} />
        </Row>
      )}
      <Row as="p" gap={2} wrap font="secondary" tone="soft">
        <Button
          size="small"
          busy={watch.isPending}
          onClick={() => {
            if (!watch.isPending) watch.mutate({ appId })
          }}
        >
          {t(file === null ? 'watch.file' : 'watch.otherFile')}
        </Button>
        <span>{t('watch.hint')}</span>
      </Row>
      <QueryFailure query={query} about={t('watch.readFailed')} />
      <ErrorNotice error={watch.error ?? unwatch.error} about={t('watch.failed')} />
    </Stack>
  )
}

interface AddSessionsDialogProps {
  /** The application on screen; null in a profile without applications. */
  readonly appId: AppId | null
  readonly files: FileCandidates
  /** Files are dragged over the page: this dialog takes them. */
  readonly isOver: boolean
  readonly onClose: () => void
}

function useAddition({ files, onClose, ...shown }: AddSessionsDialogProps) {
  const { t } = useTexts('inbox')
  const found = useSessionCandidates(files, shown.appId)
  const selection = useSelection({ items: found.candidates, idOf, allowsKnown: false })
  const [appId, setAppId] = useState<AppId | null>(shown.appId)
  const add = useAddSessions(({ added, known }) =>
    showToast({ text: t(known === 0 ? 'add.added' : 'add.addedSome', { added, known }) }),
  )
  const { selected } = selection
  const isRight = selected.length > 0 && selected.length <= limits.sessionsAtOnce
  const canAdd = isRight && !found.textCandidates.isSearching
  const submit = (): void => {
    if (!canAdd || add.isPending) return
    add.mutate({ candidates: found.candidates, selected, appId }, () => {
      forgetSessionText()
      onClose()
    })
  }
  const closing = useCloseSession(({ failure }) => {
    // A failed close can be tried again.
    if (failure === null) forgetSessionText()
    setSectionState({ section: 'sessions', tab: 'live' })
    onClose()
  })
  return { ...found, selection, appId, setAppId, add, canAdd, submit, closing }
}

/** **Add session IDs**: ids from a text, from files or from the watched file, shown before they are added. */
export function AddSessionsDialog(props: AddSessionsDialogProps) {
  const { files, isOver, onClose } = props
  const { t } = useTexts(['inbox', 'closing', 'sessions'])
  const isReadOnly = useIsReadOnly()
  const addition = useAddition(props)
  const { text, isPasted, textCandidates, candidates, selection, appId, setAppId, add, canAdd, submit, closing } =
    addition
  return (
    <>
      <Dialog
        title={t('add.title')}
        size="form"
        onClose={onClose}
        action={{
          label: t('add.add', { count: selection.selected.length }),
          disabled: !canAdd,
          busy: add.isPending,
          onClick: submit,
        }}
      >
        {/* Enter submits from every control that does not use Enter itself. */}
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
          <Field label={t('add.text')}>
            <TextArea
              mono
              rows={4}
              value={text}
              onPaste={() => typeSessions({ text, isPasted: true })}
              onType={(typed) => typeSessions({ text: typed, isPasted: isPasted && typed !== '' })}
            />
          </Field>
          <ChooseFiles
            label={t('add.choose')}
            hint={t('add.drop')}
            isBusy={files.isPending}
            isMultiple
            onFiles={files.mutate}
          />
          <Searched text={text} textCandidates={textCandidates} files={files} />
          {candidates.length > 0 && (
            <Found
              selection={selection}
              onClose={isReadOnly ? null : (sessionId) => closing.ask({ sessionId, appId })}
            />
          )}
          <CloseError closing={closing} about={t('closing:one.failed')} />
          <Field label={t('sessions:application')}>
            <ApplicationSelect appId={appId} none={t('sessions:notKnown')} onChoose={setAppId} />
          </Field>
          <ErrorNotice error={add.error} about={t('add.failed')} />
          <WatchedFilePart appId={appId} />
        </div>
      </Dialog>
      <CloseSessionDialog closing={closing} />
    </>
  )
}
