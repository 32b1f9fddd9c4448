import { ArrowUpDown, Minus, PencilLine, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { headline, isInline, valueText } from '../../../../shared/model/change-text.ts'
import type { ConversationChange, Side } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair } from '../../../../shared/schemas/conversation.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { ShownText } from '../values/shown-text.tsx'
import { InlineDiff } from './inline-diff.tsx'
import { useChangeText } from './use-change-text.ts'
import styles from './compare.module.css'

export interface ChangeRowProps {
  readonly pair: ComparedPair
  readonly change: ConversationChange
}

interface SideProps {
  readonly side: Side
  readonly of: 'left' | 'right'
}

const icons = { changed: PencilLine, added: Plus, removed: Minus, moved: ArrowUpDown }

function ShortValue({ side, of }: SideProps) {
  const words = useChangeText()
  const isNothing = side.value.kind === 'absent' || side.value.kind === 'null' || side.value.kind === 'empty'
  const Mark = of === 'left' ? 'del' : 'ins'
  return (
    <Mark className={cx(styles.value, isNothing && styles.nothing)}>
      <ShownText text={valueText(side, words)} />
    </Mark>
  )
}

function LongValue({ side, of }: SideProps) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const words = useChangeText()
  const { value } = side
  const isTruncated = 'length' in value && value.length > value.text.length
  return (
    <div className={styles.block} data-side={of}>
      <span className={styles.blockMark} aria-label={t(of)}>
        {of === 'left' ? '−' : '+'}
      </span>
      <pre>
        <ShownText text={valueText(side, words)} />
      </pre>
      {isTruncated && (
        <small>{t('cut', { shown: format.number(value.text.length), length: format.number(value.length) })}</small>
      )}
    </div>
  )
}

function leftOf(change: ConversationChange): Side | null {
  return change.kind === 'changed' || change.kind === 'removed' ? change.left : null
}

function rightOf(change: ConversationChange): Side | null {
  return change.kind === 'changed' || change.kind === 'added' ? change.right : null
}

function Inline({ change }: { readonly change: ConversationChange }) {
  const left = leftOf(change)
  const right = rightOf(change)
  return (
    <span className={styles.values}>
      {left !== null && <ShortValue side={left} of="left" />}
      {left !== null && right !== null && <span className={styles.arrow}> → </span>}
      {right !== null && <ShortValue side={right} of="right" />}
    </span>
  )
}

function Blocks({ pair, change }: ChangeRowProps) {
  if (change.kind === 'moved') return null
  if (change.kind === 'changed' && change.isText) return <InlineDiff pair={pair} change={change} />
  const left = leftOf(change)
  const right = rightOf(change)
  return (
    <div className={styles.blocks}>
      {left !== null && <LongValue side={left} of="left" />}
      {right !== null && <LongValue side={right} of="right" />}
    </div>
  )
}

/** One change as text, with its values: short ones beside it, long texts by word under it. */
export function ChangeRow({ pair, change }: ChangeRowProps) {
  const { t } = useTranslation('compare')
  const words = useChangeText()
  const Icon = icons[change.kind]
  const inline = isInline(change)
  const id = change.item?.id ?? null
  return (
    <div className={styles.change} data-kind={change.kind}>
      <span className={styles.kind} title={t(`kind.${change.kind}`)}>
        <Icon aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.what}>
            <ShownText text={headline(change, words)} />
          </span>{' '}
          {inline && <Inline change={change} />}
          <span className={styles.aside}>
            {!change.isDocumented && t('otherField')}
            {id !== null && (
              <code>
                <ShownText text={t('idOf', { id })} />
              </code>
            )}
          </span>
        </p>
        {!inline && <Blocks pair={pair} change={change} />}
      </div>
    </div>
  )
}
