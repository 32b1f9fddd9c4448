import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows, RefreshCw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import { isIdUnwrapped, typedId } from '../../../../shared/model/pasted-text.ts'
import type { ComparedFile, ComparedSide, SnapshotSummary } from '../../../../shared/schemas/conversation.ts'
import { call, handOverFile } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure, Unread } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note, Small, Stack, Text } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { ScrollList } from '../../../ui/scroll-list.tsx'
import { ShownText } from '../values/shown-text.tsx'
import styles from './compare.module.css'

export function ConversationName({ name }: { readonly name: string | null }) {
  const { t } = useTexts('conversations')
  return <ShownText text={name === null || name === '' ? t('unnamed') : name} />
}

function FileTab({ onChoose }: { readonly onChoose: (file: ComparedFile) => void }) {
  const { t } = useTexts('compare')
  const add = useProfileTask({
    run: async (file: File, { profileId }) =>
      call('comparison.addFile', { handle: await handOverFile(file) }, profileId),
  })
  const addFirst = ([file]: readonly File[]): void => {
    if (file !== undefined && !add.isPending) add.mutate(file, onChoose)
  }
  const { isOver, handlers } = useDropZone(addFirst)
  return (
    <>
      <Stack className={cx(styles.dropZone, isOver && styles.isOver)} {...handlers}>
        <ChooseFiles
          label={t('chooseFile')}
          hint={t('fileHint')}
          accept=".json,.txt,application/json"
          isBusy={add.isPending}
          onFiles={addFirst}
        />
      </Stack>
      <ErrorNotice error={add.error} about={add.input?.name ?? ''} />
    </>
  )
}

/** A different snapshot of the conversation; the order of the reads decides which is older, whatever the clock said. */
interface OtherSnapshot {
  readonly id: SnapshotId
  readonly isOlder: boolean
}

interface TabProps<Other> {
  readonly snapshot: SnapshotSummary
  readonly onChoose: (other: Other) => void
}

function SnapshotTab({ snapshot, onChoose }: TabProps<OtherSnapshot>) {
  const { t, format } = useTexts(['compare', 'common'])
  const snapshots = useQuery(read('library.snapshots', { conversationId: snapshot.conversationId }))
  const again = useCommand('conversation.fetch')
  const all = snapshots.data ?? []
  const position = all.findIndex(({ id }) => id === snapshot.id)
  const others = all.flatMap((other, index) => (index === position ? [] : { other, isOlder: index > position }))
  return (
    <>
      <Unread query={snapshots} lines={3} />
      {snapshots.isSuccess && others.length === 0 && <Note>{t('onlySnapshot')}</Note>}
      {others.length > 0 && (
        <ScrollList label={t('way.snapshot')} items={others} keyOf={({ other }) => other.id}>
          {({ other, isOlder }) => (
            <PlainButton className={styles.choice} onClick={() => onChoose({ id: other.id, isOlder })}>
              <span>{format.dateTime(other.fetchedAt)}</span>
              <Small>
                {t(isOlder ? 'older' : 'newer')} · <Age at={other.fetchedAt} /> · {format.bytes(other.bytes)}
              </Small>
              {other.name !== snapshot.name && <ConversationName name={other.name} />}
            </PlainButton>
          )}
        </ScrollList>
      )}
      <ErrorNotice error={again.error} />
      <div>
        <Button
          Icon={RefreshCw}
          busy={again.isPending}
          onClick={() => {
            // Not called after the dialog was left, so that a late answer does not replace what is on screen by then.
            again.mutate({ conversationId: snapshot.conversationId }, ({ id }) => onChoose({ id, isOlder: false }))
          }}
        >
          {t('readAgain')}
        </Button>
      </div>
    </>
  )
}

const maxFound = 50
// One more row, because the conversation on screen is left out.
const limit = maxFound + 1

function useFound(search: string, hereId: string) {
  const library = useQuery({ ...read('library.list', { show: 'all', tag: null, limit }), enabled: search === '' })
  const hits = useQuery({ ...read('library.search', { search, limit }), enabled: search !== '' })
  // A hit can be in an older snapshot, but the conversation is compared as it was read last.
  const ofHits = hits.data?.rows.map((hit) => ({ ...hit, snapshotId: hit.newestSnapshotId }))
  const [query, rows] = search === '' ? [library, library.data?.rows] : [hits, ofHits]
  return {
    query,
    found: (rows ?? []).filter(({ conversationId }) => conversationId !== hereId).slice(0, maxFound),
  }
}

function ConversationTab({ snapshot, onChoose }: TabProps<SnapshotId>) {
  const { t } = useTexts(['compare', 'library', 'common'])
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(isIdUnwrapped(typed) ? typedId(typed) : typed.trim())
  const { query, found } = useFound(search, snapshot.conversationId)
  const fetchConversation = useCommand('conversation.fetch')
  // A fetch without an answer does not block another fetch.
  const isRead = (conversationId: string): boolean =>
    fetchConversation.isPending && fetchConversation.input?.conversationId === conversationId
  const fetchNow = (conversationId: string): void => {
    if (isRead(conversationId)) return
    // Not called after the dialog was left, so that a late answer does not replace what is on screen by then.
    fetchConversation.mutate({ conversationId }, ({ id }) => onChoose(id))
  }

  const id = typedId(typed)
  const isId = /^\S{1,128}$/.test(id)
  return (
    <>
      <Stack
        as="form"
        gap={2}
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (isId) fetchNow(id)
        }}
      >
        <Field label={t('searchLabel')} hint={isIdUnwrapped(typed) ? t('common:idUnwrapped', { id }) : undefined}>
          <TextInput value={typed} maxLength={limits.searchInConversations} onType={setTyped} />
        </Field>
        <Button type="submit" busy={isRead(id)} disabled={!isId}>
          {t('read')}
        </Button>
      </Stack>
      <ErrorNotice error={fetchConversation.error} about={fetchConversation.input?.conversationId ?? ''} />
      <QueryFailure query={query} />
      {query.isSuccess && found.length === 0 && <Note>{t('library:noHits')}</Note>}
      {found.length > 0 && (
        <ScrollList label={t('way.other')} items={found} keyOf={({ conversationId }) => conversationId}>
          {({ name, conversationId, snapshotId }) => (
            <PlainButton
              className={styles.choice}
              onClick={() => {
                if (snapshotId !== null) onChoose(snapshotId)
                else fetchNow(conversationId)
              }}
            >
              <ConversationName name={name} />
              <Small>
                <code>{conversationId}</code>
              </Small>
            </PlainButton>
          )}
        </ScrollList>
      )}
    </>
  )
}

const ways = ['snapshot', 'other', 'file'] as const

function CompareDialog({ snapshot, onClose }: { readonly snapshot: SnapshotSummary; readonly onClose: () => void }) {
  const { t, format } = useTexts(['compare', 'common'])
  const [way, setWay] = useState<(typeof ways)[number]>('snapshot')
  const start = (left: ComparedSide, right: ComparedSide): void => {
    go({ section: 'conversations', comparison: { left, right, part: 'changes' } })
    onClose()
  }
  const ours: ComparedSide = { kind: 'snapshot', snapshotId: snapshot.id }
  // The older snapshot is on the left, so that later content is shown as added.
  const withSnapshot = ({ id, isOlder }: OtherSnapshot): void => {
    const theirs: ComparedSide = { kind: 'snapshot', snapshotId: id }
    if (isOlder) start(theirs, ours)
    else start(ours, theirs)
  }

  return (
    <Dialog title={t('chooserTitle')} size="wide" onClose={onClose} cancelLabel={t('common:cancel')}>
      <Note className={styles.line}>
        <Text as="b" tone="ink">
          <ConversationName name={snapshot.name} />
        </Text>{' '}
        <code>{snapshot.conversationId}</code> · {format.dateTime(snapshot.fetchedAt)}
      </Note>
      <RadioGroup
        label={t('chooserTitle')}
        showsLabel={false}
        options={ways.map((value) => ({ value, label: t(`way.${value}`) }))}
        value={way}
        onChange={setWay}
      />
      <Stack gap={3} className={styles.way}>
        {way === 'snapshot' && <SnapshotTab snapshot={snapshot} onChoose={withSnapshot} />}
        {way === 'other' && (
          <ConversationTab
            snapshot={snapshot}
            onChoose={(snapshotId) => start(ours, { kind: 'snapshot', snapshotId })}
          />
        )}
        {way === 'file' && <FileTab onChoose={(file) => start(ours, { kind: 'file', file })} />}
      </Stack>
    </Dialog>
  )
}

export const compareButtonId = 'compare'

export function CompareButton({ snapshot }: { readonly snapshot: SnapshotSummary }) {
  const { t } = useTexts('compare')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button id={compareButtonId} size="small" Icon={GitCompareArrows} onClick={() => setIsOpen(true)}>
        {t('compare')}
      </Button>
      {isOpen && <CompareDialog snapshot={snapshot} onClose={() => setIsOpen(false)} />}
    </>
  )
}
