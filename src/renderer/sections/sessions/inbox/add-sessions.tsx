import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../../../shared/schemas/session.ts'
import { call, failureOf } from '../../../api/call.ts'
import { maxTextLength, useTextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useInboxText, writeInboxText } from '../../../state/inbox-view-store.ts'
import { consumeAddSessions, useIsAddSessionsAsked } from '../../../state/navigation-store.ts'
import { consumeOfferedSessions, useOfferedSessions } from '../../../state/session-candidates-store.ts'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Field } from '../../../ui/field.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './inbox.module.css'
import { CandidateBatch } from './candidate-batch.tsx'
import type { Added } from './candidate-batch.tsx'
import type { FileCandidates } from './use-file-candidates.ts'

export interface AddSessionsProps {
  readonly view: ProfileView
  readonly application: Application
  readonly files: FileCandidates
}

interface BatchesProps {
  readonly view: ProfileView
  readonly application: Application
  readonly onAdded: (added: Added) => void
}

interface BatchProps extends BatchesProps {
  readonly from: 'fromText' | 'fromFiles' | 'fromList'
  readonly candidates: readonly SessionCandidate[]
  readonly source: SessionSource
  /** They are shown no more, added or not. */
  readonly onLeave: () => void
}

const noText = { text: '', isPasted: false }

function Batch({ view, application, from, candidates, source, onAdded, onLeave }: BatchProps) {
  const { t } = useTranslation('inbox')
  if (candidates.length === 0) return null
  return (
    <CandidateBatch
      title={(count, selected) => t(`proposals.${from}`, { count, selected, name: source.name ?? '' })}
      candidates={candidates}
      source={source}
      applications={view.profile.applications}
      appId={application.appId}
      onAdded={(added) => {
        onLeave()
        onAdded(added)
      }}
      onDismiss={onLeave}
    />
  )
}

function OfText(of: BatchesProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const profileId = of.view.profile.id
  const { text, isPasted } = useInboxText(profileId)
  const { found, isSearching, error, retry } = useTextIdCandidates(text, (searched, scope) =>
    call('inbox.findIds', { text: searched }, scope.profileId),
  )
  return (
    <>
      <StatusLine tone="busy">{isSearching ? t('add.searching') : null}</StatusLine>
      <StatusLine tone="warn">
        {text.length > maxTextLength ? t('add.tooLong', { limit: format.number(maxTextLength) }) : null}
      </StatusLine>
      <StatusLine>{found?.length === 0 ? t('add.none') : null}</StatusLine>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('add.textFailed')} onRetry={retry} />}
      {found !== null && (
        <Batch
          {...of}
          from="fromText"
          candidates={found}
          source={{ kind: isPasted ? 'paste' : 'typed', name: null }}
          onLeave={() => {
            writeInboxText(profileId, noText)
          }}
        />
      )}
    </>
  )
}

function OfFiles({ files, ...of }: BatchesProps & { readonly files: FileCandidates }) {
  const { t } = useTranslation('inbox')
  const { found, isSearching, error, forget } = files
  return (
    <>
      <StatusLine tone="busy">{isSearching ? t('add.searching') : null}</StatusLine>
      <StatusLine>{found?.candidates.length === 0 ? t('add.noneInFiles', { files: found.name }) : null}</StatusLine>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('add.filesFailed')} />}
      {found !== null && (
        <Batch
          {...of}
          from="fromFiles"
          candidates={found.candidates}
          source={{ kind: 'file', name: found.name }}
          onLeave={forget}
        />
      )}
    </>
  )
}

function OfList(of: BatchesProps) {
  const profileId = of.view.profile.id
  const offered = useOfferedSessions(profileId)
  if (offered === null) return null
  const { candidates, source } = offered
  return (
    <Batch
      {...of}
      from="fromList"
      candidates={candidates}
      source={source}
      onLeave={() => consumeOfferedSessions(profileId)}
    />
  )
}

/** Focuses the box when a link or a command opened it. */
function useAskedBox(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null)
  const isAsked = useIsAddSessionsAsked()
  useEffect(() => {
    if (!isAsked) return
    consumeAddSessions()
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  return box
}

function TextBox({ view, files }: Pick<AddSessionsProps, 'view' | 'files'>) {
  const { t } = useTranslation('inbox')
  const profileId = view.profile.id
  const { text, isPasted } = useInboxText(profileId)
  const box = useAskedBox()
  return (
    <>
      <Field label={t('add.text')} hint={t('add.hint')}>
        <TextArea
          ref={box}
          mono
          rows={4}
          value={text}
          onPaste={() => {
            writeInboxText(profileId, { text, isPasted: true })
          }}
          onChange={(event) => {
            const typed = event.currentTarget.value
            writeInboxText(profileId, { text: typed, isPasted: isPasted && typed !== '' })
          }}
        />
      </Field>
      <ChooseFiles
        label={t('add.choose')}
        hint={t('add.drop')}
        isBusy={files.isSearching}
        isMultiple
        onFiles={files.search}
      />
    </>
  )
}

/** Session ids from any text or file, and those that getconcurrentList held: proposed, then added. */
export function AddSessions({ view, application, files }: AddSessionsProps) {
  const { t } = useTranslation('inbox')
  const [added, setAdded] = useState<Added | null>(null)
  const words = (): string | null => {
    if (added === null) return null
    const result = t('add.added', { count: added.added })
    return added.known === 0 ? result : `${result} ${t('add.knownBefore', { count: added.known })}`
  }
  const of = { view, application, onAdded: setAdded }
  return (
    <div className={styles.add}>
      <TextBox view={view} files={files} />
      <OfText {...of} />
      <OfFiles {...of} files={files} />
      <OfList {...of} />
      <StatusLine tone="good">{words()}</StatusLine>
    </div>
  )
}
