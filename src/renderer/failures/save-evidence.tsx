import { useState } from 'react'
import { FileCheck } from 'lucide-react'
import type { InputOf } from '../../shared/contract.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useExport } from '../state/use-export.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Row, Stack } from '../ui/layout.tsx'
import { ErrorNotice } from './error-notice.tsx'

type Subject = InputOf<'activity.saveEvidence'>

interface SaveEvidenceProps {
  readonly subject: Subject
  /** The creation was sent with an image, which the operator can include. */
  readonly hasImage?: boolean
}

/** Button **Save evidence**: one HTML file with requests, answers, balances, counts and journal entries. */
export function SaveEvidence({ subject, hasImage = false }: SaveEvidenceProps) {
  const { t } = useTexts('failures')
  const [withImage, setWithImage] = useState(false)
  const { mutate, isPending, error } = useExport('activity.saveEvidence')
  const save = (): void => mutate(subject.kind === 'creation' ? { ...subject, withImage } : subject)
  return (
    <Stack gap={2}>
      <Row gap={3} wrap>
        <Button Icon={FileCheck} busy={isPending} onClick={save}>
          {t('evidence.save')}
        </Button>
        {hasImage && <Checkbox label={t('evidence.withImage')} isChecked={withImage} onChange={setWithImage} />}
      </Row>
      <ErrorNotice error={error} about={t('evidence.failed')} />
    </Stack>
  )
}
