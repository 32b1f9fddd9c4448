import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { longestText } from '../../../api/use-text-proposals.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import styles from './add-ids.module.css'
import { ProposalList } from './proposal-list.tsx'
import { TextSource } from './text-source.tsx'
import { mostIds, useIdsOfFile, useProposals } from './use-proposals.ts'
import type { Proposals } from './use-proposals.ts'

/** Props of `AddIds`. */
export interface AddIdsProps {
  readonly onClose: () => void
}

const secondMs = 1_000

function Outcome({ proposals, length }: { readonly proposals: Proposals; readonly length: number }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { found, isLooking, error, retry } = proposals
  return (
    <div>
      <StatusLine tone="busy">{isLooking ? t('add.looking') : null}</StatusLine>
      <StatusLine tone="warn">
        {length > longestText ? t('add.tooLong', { limit: format.number(longestText) }) : null}
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
    <p className={styles.soft}>
      {count > mostIds
        ? t('add.tooMany', { limit: format.number(mostIds) })
        : t('add.pace', { time: format.duration(count * secondMs) })}
    </p>
  )
}

/** Any text in, the ids in it out: shown before anything is added, then added and looked up one after the other. */
export function AddIds({ onClose }: AddIdsProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const [text, setText] = useState('')
  const file = useIdsOfFile()
  const proposals = useProposals(text, file)
  const add = useCommand('library.import')
  const { ticked } = proposals
  const count = ticked.length
  return (
    <Dialog
      title={t('add.title')}
      size="wide"
      onClose={onClose}
      action={{
        label: count === 0 ? t('add.actionNone') : t('add.action', { count, formatted: format.number(count) }),
        disabled: count === 0 || count > mostIds || proposals.isLooking,
        busy: add.isPending,
        onClick: () => {
          add.mutate({ conversationIds: [...ticked] }, onClose)
        },
      }}
    >
      <p className={styles.soft}>{t('add.words')}</p>
      <TextSource text={text} onText={setText} file={file} />
      <Outcome proposals={proposals} length={file.data === undefined ? text.length : 0} />
      <ProposalList proposals={proposals} />
      <Pace count={count} />
      {add.error !== null && <ErrorNotice failure={failureOf(add.error)} about={t('add.failed')} />}
    </Dialog>
  )
}
