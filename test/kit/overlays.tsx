import { useState } from 'react'
import { Button } from '../../src/renderer/ui/button.tsx'
import { ChooseFiles } from '../../src/renderer/ui/choose-files.tsx'
import { Combobox } from '../../src/renderer/ui/combobox.tsx'
import { Dialog } from '../../src/renderer/ui/dialog.tsx'
import { Field } from '../../src/renderer/ui/field.tsx'
import { MenuButton } from '../../src/renderer/ui/menu-button.tsx'
import type { QueuedToast } from '../../src/renderer/ui/toast.tsx'
import { useDropZone } from '../../src/renderer/ui/use-drop-zone.ts'
import { voices } from './controls.tsx'
import { Row } from '../../src/renderer/ui/layout.tsx'
import styles from './gallery.module.css'
import { useTexts } from './texts.ts'

function FullDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts()
  const [voice, setVoice] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const { handlers } = useDropZone(setFiles)
  return (
    <Dialog
      title={t.close}
      onClose={onClose}
      action={{
        label: t.close,
        tone: 'danger-fill',
        busy: isBusy,
        onClick: () => setIsBusy(true),
      }}
    >
      <p>{t.sentence}</p>
      <Field label={t.voice} hint={t.hint}>
        <Combobox options={voices} value={voice} onChange={setVoice} />
      </Field>
      <MenuButton label={t.more} items={[{ label: t.live, onChoose: () => undefined }]} />
      <div {...handlers} className={styles['drop']}>
        <ChooseFiles label={t.choose} hint={t.drop} onFiles={setFiles} />
        <output>{files.map(({ name }) => name).join()}</output>
      </div>
    </Dialog>
  )
}

export interface OverlaysProps {
  readonly onToast: (toast: QueuedToast) => void
}

/** Layers above the page. */
export function Overlays({ onToast }: OverlaysProps) {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [undone, setUndone] = useState(0)
  return (
    <Row gap={3} wrap>
      <Button onClick={() => setIsOpen(true)}>Open dialog</Button>
      <Button
        onClick={() => {
          const undo = (): void => setUndone((count) => count + 1)
          onToast({ id: String(Date.now()), text: t.sentence, action: { label: 'Undo', onClick: undo } })
        }}
      >
        Show toast
      </Button>
      <output aria-label="Undone">{undone}</output>
      {isOpen && <FullDialog onClose={() => setIsOpen(false)} />}
    </Row>
  )
}
