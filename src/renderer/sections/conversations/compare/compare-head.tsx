import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Download, FileJson, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ComparedFile } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { endComparison, pairOf, swapSides } from '../../../state/comparison-store.ts'
import type { ComparedSide, ShownComparison } from '../../../state/comparison-store.ts'
import { Button } from '../../../ui/button.tsx'
import { ShownText } from '../values/shown-text.tsx'
import styles from './compare.module.css'

export interface CompareHeadProps {
  readonly shown: ShownComparison
}

interface NamedProps {
  readonly name: string | null
  readonly id: string | null
}

function Named({ name, id }: NamedProps) {
  const { t } = useTranslation('compare')
  return (
    <>
      <b className={styles.sideName}>
        <ShownText text={name === null || name === '' ? t('unnamed') : name} />
      </b>
      {id !== null && (
        <code className={styles.sideId}>
          <ShownText text={id} />
        </code>
      )}
    </>
  )
}

function OfSnapshot({ snapshotId }: { readonly snapshotId: string }) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const opened = useQuery(read('conversation.read', { snapshotId }))
  if (!opened.isSuccess) return <span>{opened.isError ? t('unnamed') : t('loading')}</span>
  const { name, conversationId, fetchedAt } = opened.data.summary
  return (
    <>
      <Named name={name} id={conversationId} />
      <time dateTime={new Date(fetchedAt).toISOString()}>{format.dateTime(fetchedAt)}</time>
    </>
  )
}

function OfFile({ file }: { readonly file: ComparedFile }) {
  const format = useFormat()
  return (
    <>
      <Named name={file.name} id={file.conversationId} />
      <span className={styles.fileName}>
        <FileJson size={13} aria-hidden /> <ShownText text={file.fileName} /> · {format.bytes(file.bytes)}
      </span>
    </>
  )
}

function SideCard({ side, place }: { readonly side: ComparedSide; readonly place: 'left' | 'right' }) {
  const { t } = useTranslation('compare')
  return (
    <div className={styles.side} data-side={place} role="group" aria-label={t(place)}>
      <span className={styles.sideMark} aria-hidden>
        {place === 'left' ? '−' : '+'}
      </span>
      <div className={styles.sideWords}>
        {side.kind === 'file' ? <OfFile file={side.file} /> : <OfSnapshot snapshotId={side.snapshotId} />}
      </div>
    </div>
  )
}

/** Both sides with what distinguishes them, and what can be done with the two. */
export function CompareHead({ shown }: CompareHeadProps) {
  const { t } = useTranslation('compare')
  const exporting = useCommand('comparison.export')
  const fileName = exporting.data?.fileName ?? null
  return (
    <header className={styles.head}>
      <div className={styles.sides}>
        <SideCard side={shown.left} place="left" />
        <Button
          tone="quiet"
          aria-label={t('swap')}
          title={t('swap')}
          icon={<ArrowLeftRight aria-hidden />}
          onClick={swapSides}
        />
        <SideCard side={shown.right} place="right" />
      </div>
      <div className={styles.headTools}>
        <Button
          size="small"
          icon={<Download aria-hidden />}
          busy={exporting.isPending}
          onClick={() => {
            exporting.mutate(pairOf(shown))
          }}
        >
          {t('export')}
        </Button>
        <Button
          size="small"
          icon={<X aria-hidden />}
          onClick={() => {
            endComparison()
          }}
        >
          {t('close')}
        </Button>
        <span role="status">{fileName === null ? '' : t('exported', { fileName })}</span>
      </div>
      {exporting.error !== null && <ErrorNotice failure={failureOf(exporting.error)} />}
    </header>
  )
}
