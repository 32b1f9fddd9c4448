import { FileText } from 'lucide-react'
import type { ConversationId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { IdCandidate } from '../../../../shared/schemas/library.ts'
import { call, handOverFile } from '../../../api/call.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { useTextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { typeLibraryIds, useLibraryIds } from '../../../state/typed-texts-store.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { SelectableList, useSelection } from '../../../ui/selection.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { useReading } from './reading-progress.tsx'
import styles from './library.module.css'

const idOf = ({ conversationId }: IdCandidate): ConversationId => conversationId

/** Main finds the ids in a text file, because a file of any size must not be loaded into the page. */
function useIdsOfFile() {
  return useProfileTask({
    run: async (file: File, { profileId }) =>
      call('library.findIdsInFile', { handle: await handOverFile(file) }, profileId),
  })
}

type IdsOfFile = ReturnType<typeof useIdsOfFile>
type IdCandidates = ReturnType<typeof useIdCandidates>

/**
 * The ids of the file, or else of the text whenever typing pauses. Known ids are not selected at first: selected ids
 * are read again.
 */
function useIdCandidates(text: string, file: IdsOfFile) {
  const typed = useTextIdCandidates(file.data === undefined ? text : '', (searched, { profileId }) =>
    call('library.findIds', { text: searched }, profileId),
  )
  const found = file.data?.proposals ?? typed.found
  return {
    found,
    isSearching: file.isPending || typed.isSearching,
    error: typed.error,
    retry: typed.retry,
    ...useSelection({ items: found ?? [], idOf, allowsKnown: true }),
  }
}

function TextSource({
  text,
  onText,
  file,
}: {
  readonly text: string
  readonly onText: (text: string) => void
  readonly file: IdsOfFile
}) {
  const { t, format } = useTexts(['library', 'compare'])
  const readFirst = ([first]: readonly File[]): void => {
    if (first !== undefined && !file.isPending) file.mutate(first)
  }
  const { isOver, handlers } = useDropZone(readFirst)
  return (
    <Stack gap={2} className={isOver ? styles.isOver : undefined} {...handlers}>
      {file.data === undefined ? (
        <Field label={t('add.text')}>
          <TextArea mono rows={5} value={text} onType={onText} />
        </Field>
      ) : (
        <Row as="p" gap={2} font="secondary" tone="soft" className={styles.framed}>
          <FileText size={16} aria-hidden />
          <Text grow>{t('add.fromFile', { file: file.data.fileName, size: format.bytes(file.data.bytes) })}</Text>
          <Button size="small" onClick={file.reset}>
            {t('add.otherText')}
          </Button>
        </Row>
      )}
      <ChooseFiles
        label={t('compare:chooseFile')}
        hint={t('add.drop')}
        accept=".txt,.csv,.tsv,.json,.log,.md,text/*"
        isBusy={file.isPending}
        onFiles={readFirst}
      />
      <ErrorNotice error={file.error} about={file.input?.name ?? ''} />
    </Stack>
  )
}

function IdCandidateList({ candidates }: { readonly candidates: IdCandidates }) {
  const { t, format } = useTexts('library')
  const { items, selected } = candidates
  if (items.length === 0) return null
  return (
    <SelectableList
      selection={candidates}
      label={t('add.proposals')}
      text={t('add.found', { formatted: format.number(items.length), selected: format.number(selected.length) })}
      all={t('add.all')}
      none={t('add.noneOf')}
      knownNote={t('add.known')}
      doubt={({ isLikely }) => (isLikely ? null : t('add.unlikely'))}
    />
  )
}

function Outcome({ proposals, length }: { readonly proposals: IdCandidates; readonly length: number }) {
  const { t, format } = useTexts('library')
  const { found, isSearching, error, retry } = proposals
  return (
    <div>
      <StatusLine tone="busy">{isSearching ? t('searching') : null}</StatusLine>
      <StatusLine tone="warn">
        {length > limits.searchedText ? t('add.tooLong', { limit: format.number(limits.searchedText) }) : null}
      </StatusLine>
      <StatusLine>{found?.length === 0 ? t('add.none') : null}</StatusLine>
      <ErrorNotice error={error} about={t('searchFailed')} onRetry={retry} />
    </div>
  )
}

export function ImportIdsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, format } = useTexts('library')
  const text = useLibraryIds()
  const file = useIdsOfFile()
  const proposals = useIdCandidates(text, file)
  const add = useCommand('library.add')
  const { start } = useReading()
  const { selected } = proposals
  const count = selected.length
  const isTooMany = count > limits.importedConversations
  return (
    <Dialog
      title={t('add.open')}
      size="wide"
      onClose={onClose}
      action={{
        label: count === 0 ? t('add.open') : t('add.action', { formatted: format.number(count) }),
        disabled: count === 0 || isTooMany || proposals.isSearching,
        busy: add.isPending,
        onClick: () =>
          add.mutate({ conversationIds: [...selected] }, () => {
            start(selected)
            // The ids of a file do not come from the text, which is kept.
            if (file.data === undefined) typeLibraryIds('')
            onClose()
          }),
      }}
    >
      <TextSource text={text} onText={typeLibraryIds} file={file} />
      <Outcome proposals={proposals} length={file.data === undefined ? text.length : 0} />
      <IdCandidateList candidates={proposals} />
      {isTooMany && (
        <Note font="secondary">{t('add.tooMany', { limit: format.number(limits.importedConversations) })}</Note>
      )}
      <ErrorNotice error={add.error} about={t('add.failed')} />
    </Dialog>
  )
}
