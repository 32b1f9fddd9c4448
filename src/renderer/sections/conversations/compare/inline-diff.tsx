import { useQuery } from '@tanstack/react-query'
import { Columns2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TextPart } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { showText } from '../../../state/comparison-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChangedText } from './changed-texts.ts'
import { truncated } from './truncated-diff.ts'
import { TextParts } from './text-parts.tsx'
import styles from './compare.module.css'

export interface InlineDiffProps {
  readonly pair: ComparedPair
  readonly change: ChangedText
}

function Shown({
  parts,
  isWhole,
  change,
}: { readonly parts: readonly TextPart[]; readonly isWhole: boolean } & Pick<InlineDiffProps, 'change'>) {
  const { t } = useTranslation('compare')
  const short = truncated(parts)
  return (
    <>
      <p className={styles.inlineText}>
        <TextParts parts={short.parts} />
      </p>
      {!isWhole && <p className={styles.note}>{t('byLine')}</p>}
      {short.isTruncated && (
        <Button
          tone="quiet"
          size="small"
          icon={<Columns2 aria-hidden />}
          onClick={() => {
            showText(change.left.path)
          }}
        >
          {t('sideBySide')}
        </Button>
      )}
    </>
  )
}

/** A changed text with its changes by word, what is the same around them shortened. */
export function InlineDiff({ pair, change }: InlineDiffProps) {
  const { t } = useTranslation('compare')
  const { left, right } = change
  const text = useQuery(read('comparison.text', { ...pair, leftPath: left.path, rightPath: right.path }))
  if (text.isPending) return <Skeleton label={t('loading')} lines={1} />
  if (text.isError) return <QueryFailure query={text} />
  return <Shown parts={text.data.parts} isWhole={text.data.isWhole} change={change} />
}
