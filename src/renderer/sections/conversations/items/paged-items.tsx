import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationList } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ModelItem } from '../prompts/prompts.tsx'
import type { ItemProps } from '../prompts/prompts.tsx'
import { FieldRows, OtherFields } from '../values/field-rows.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { useScrollToItem } from '../scroll-to-field.ts'
import styles from './items.module.css'

// The contract names no field of a knowledge base; what is called a name is one.
const isName = /(?:^|\.)(?:\w*[nN]ame|title)$/

/** A knowledge base, whatever came of it. */
function KnowledgeItem({ snapshotId, group, number }: ItemProps) {
  const { t } = useTranslation('conversations')
  const name = group.otherFields.find(({ field, value }) => isName.test(field) && value.kind === 'text')?.value
  return (
    <>
      <h3>{name?.kind === 'text' ? <ShownText text={name.text} /> : t('item', { number })}</h3>
      <FieldRows snapshotId={snapshotId} rows={group.rows} />
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </>
  )
}

interface PagedItemsProps {
  readonly snapshotId: string
  readonly list: ConversationList
  readonly total: number
}

// Items of these lists are long: a handful of them is a page to read.
const pageSize = 10

interface PagerProps {
  readonly page: number
  readonly total: number
  readonly onPage: (page: number) => void
}

function Pager({ page, total, onPage }: PagerProps) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  if (total <= pageSize) return null
  const last = Math.min(total, (page + 1) * pageSize)
  return (
    <Row gap={2} justify="end" font="secondary" tone="soft" className={styles.pager}>
      <span role="status">
        {t('items.range', { from: number(page * pageSize + 1), to: number(last), total: number(total) })}
      </span>
      {([-1, 1] as const).map((by) => (
        <Button
          key={by}
          size="small"
          disabled={by === -1 ? page === 0 : last === total}
          onClick={() => onPage(page + by)}
        >
          {t(by === -1 ? 'items.previous' : 'items.next')}
        </Button>
      ))}
    </Row>
  )
}

/** Items of a list whose items are long, a few at a time. */
export function PagedItems({ snapshotId, list, total }: PagedItemsProps) {
  const { t } = useTranslation('conversations')
  const [page, setPage] = useState(0)
  const items = useQuery({
    ...read('conversation.items', { snapshotId, list, search: '', from: page * pageSize, count: pageSize }),
    placeholderData: keepPreviousData,
  })
  useScrollToItem({
    snapshotId,
    list,
    isWhole: true,
    onSearchAll: () => undefined,
    onFound: (place) => setPage(Math.floor(place / pageSize)),
  })
  if (items.isError) return <QueryFailure query={items} about={t('items.failed')} />
  if (items.isPending) return <Skeleton label={t('loading')} lines={4} />
  const Item = list === 'modelDtoList' ? ModelItem : KnowledgeItem
  return (
    <>
      <ol className={styles.items}>
        {items.data.items.map((group, place) => (
          <li key={group.path} data-path={group.path}>
            <Item snapshotId={snapshotId} group={group} number={page * pageSize + place + 1} />
          </li>
        ))}
      </ol>
      <Pager page={page} total={total} onPage={setPage} />
    </>
  )
}
