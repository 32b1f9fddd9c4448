import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { IdCandidateList } from './id-candidate-list.tsx'
import { TextSource } from './text-source.tsx'
import { useIdsOfFile, useIdCandidates } from './use-id-candidates.ts'
import type { IdCandidates } from './use-id-candidates.ts'
import { Text } from '../../../ui/layout.tsx'

export interface ImportIdsDialogProps {
  readonly onClose: () => void
}

const secondMs = 1_000

function Outcome({ proposals, length }: { readonly proposals: IdCandidates; readonly length: number }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { found, isSearching, error, retry } = proposals
  return (
    <div>
      <StatusLine tone="busy">{isSearching ? t('add.searching') : null}</StatusLine>
      <StatusLine tone="warn">
        {length > limits.searchedText ? t('add.tooLong', { limit: format.number(limits.searchedText) }) : null}
      </StatusLine>
      <StatusLine>{found?.length === 0 ? t('add.none') : null}</StatusLine>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('add.proposeFailed')} onRetry={retry} />}
    </div>
  )
}

function Pace({ count }: { readonly count: number }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  if (count === 0) return null
  return (
    <Text as="p" font="secondary" tone="soft">
      {count > limits.importedConversations
        ? t('add.tooMany', { limit: format.number(limits.importedConversations) })
        : t('add.pace', { time: format.duration(count * secondMs) })}
    </Text>
  )
}

/** Finds ids in any text: shown before anything is added, then added and fetched one after the other. */
export function ImportIdsDialog({ onClose }: ImportIdsDialogProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const [text, setText] = useState('')
  const file = useIdsOfFile()
  const proposals = useIdCandidates(text, file)
  const add = useCommand('library.import')
  const { selected } = proposals
  const count = selected.length
  return (
    <Dialog
      title={t('add.title')}
      size="wide"
      onClose={onClose}
      action={{
        label: count === 0 ? t('add.actionNone') : t('add.action', { count, formatted: format.number(count) }),
        disabled: count === 0 || count > limits.importedConversations || proposals.isSearching,
        busy: add.isPending,
        onClick: () => {
          add.mutate({ conversationIds: [...selected] }, onClose)
        },
      }}
    >
      <Text as="p" font="secondary" tone="soft">
        {t('add.words')}
      </Text>
      <TextSource text={text} onText={setText} file={file} />
      <Outcome proposals={proposals} length={file.data === undefined ? text.length : 0} />
      <IdCandidateList candidates={proposals} />
      <Pace count={count} />
      {add.error !== null && <ErrorNotice failure={failureOf(add.error)} about={t('add.failed')} />}
    </Dialog>
  )
}
