import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { Button } from '../../../ui/button.tsx'
import { CompareDialog } from './compare-dialog.tsx'

export interface CompareButtonProps {
  /** The snapshot on screen: one of the two sides. */
  readonly snapshotId: SnapshotId
}

export function CompareButton({ snapshotId }: CompareButtonProps) {
  const { t } = useTranslation('compare')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        icon={<GitCompareArrows aria-hidden />}
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {t('compare')}
      </Button>
      {isOpen && (
        <CompareDialog
          snapshotId={snapshotId}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
