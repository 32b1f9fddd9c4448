import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { Find } from './use-find.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './raw-json.module.css'

export interface FindBarProps {
  readonly find: Find
  readonly input: RefObject<HTMLInputElement | null>
}

function useMatchCountText({ count }: Find): string {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (count === null) return ''
  if (count.total === 0) return t('raw.notFound')
  const values = {
    place: format.number(count.place),
    number: format.number(count.known),
    total: format.number(count.total),
  }
  return count.known < count.total ? t('raw.foundMany', values) : t('raw.found', values)
}

/** The search in the raw JSON: what for, how often, and on to the next place. */
export function FindBar({ find, input }: FindBarProps) {
  const { t } = useTranslation('conversations')
  const text = useMatchCountText(find)
  const isNowhere = (find.count?.total ?? 0) === 0
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    find.go(event.shiftKey ? -1 : 1)
  }
  return (
    <Row gap={1} role="search" aria-label={t('raw.find')}>
      <SearchBox
        ref={input}
        label={t('raw.find')}
        icon={<Search aria-hidden />}
        value={find.typed}
        onType={find.type}
        onKeyDown={onKeyDown}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.count}>
        {text}
      </Text>
      <Button
        size="small"
        tone="quiet"
        disabled={isNowhere}
        aria-label={t('raw.previous')}
        title={t('raw.previous')}
        icon={<ChevronUp aria-hidden />}
        onClick={() => {
          find.go(-1)
        }}
      />
      <Button
        size="small"
        tone="quiet"
        disabled={isNowhere}
        aria-label={t('raw.next')}
        title={t('raw.next')}
        icon={<ChevronDown aria-hidden />}
        onClick={() => {
          find.go(1)
        }}
      />
    </Row>
  )
}
