import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawForm } from '../../../../shared/schemas/conversation.ts'
import { call, failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FindBar } from './find-bar.tsx'
import { RawRows, rawPage } from './raw-rows.tsx'
import type { FoundRow } from './raw-rows.tsx'
import { useFind } from './use-find.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './raw-json.module.css'

export interface RawJsonProps {
  readonly snapshotId: string
}

interface FormProps extends RawJsonProps {
  readonly form: RawForm
  readonly found: FoundRow
}

function Rows({ snapshotId, form, found }: FormProps) {
  const { t } = useTranslation('conversations')
  const first = useQuery(read('conversation.rawRows', { snapshotId, form, from: 0, count: rawPage }))
  if (first.isError) return <QueryFailure query={first} about={t('raw.failed')} />
  if (first.isPending) return <Skeleton label={t('loading')} lines={6} />
  return <RawRows key={form} snapshotId={snapshotId} form={form} total={first.data.total} found={found} />
}

const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f'

/** The body itself: indented, with every digit and an explanation of each line, or exactly as it was received. */
export function RawJson({ snapshotId }: RawJsonProps) {
  const { t } = useTranslation('conversations')
  const [form, setForm] = useState<RawForm>('pretty')
  const find = useFind(snapshotId, form)
  const [copyError, setCopyError] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F3') find.go(event.shiftKey ? -1 : 1)
    else if (isFindKey(event)) input.current?.focus()
    else return
    event.preventDefault()
  }
  return (
    // The keys of a search work wherever the focus is in here; nothing here is a control that they would be taken from.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears keys of what is inside
    <div className={styles.raw} onKeyDown={onKeyDown}>
      <Row wrap className={styles.tools}>
        <RadioGroup
          label={t('raw.form')}
          variant="segmented"
          options={[
            { value: 'pretty', label: t('raw.pretty') },
            { value: 'received', label: t('raw.received') },
          ]}
          value={form}
          onChange={setForm}
        />
        <FindBar find={find} input={input} />
        <span className={styles.copy}>
          <CopyButton
            text={async () => {
              setCopyError(null)
              return (await call('conversation.rawText', { snapshotId, form }, shownProfile())).text
            }}
            what={t('raw.copyWhat')}
            hasLabel
            onFailed={setCopyError}
          />
        </span>
      </Row>
      {copyError !== null && <ErrorNotice failure={failureOf(copyError)} about={t('raw.failed')} />}
      <QueryFailure query={find.query} about={t('raw.findFailed')} />
      <Rows snapshotId={snapshotId} form={form} found={find.found} />
    </div>
  )
}
