import { useIsReadOnly, useOpenProfile } from '../api/use-app-state.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { imagesInputId } from '../state/choose-images.ts'
import { addPendingDrop } from '../state/intake-store.ts'
import { go } from '../state/location-store.ts'
import { FileInput } from '../ui/choose-files.tsx'

/**
 * Mounted on every page, so that a shortcut opens the file dialog immediately: Chromium refuses the dialog when Avatars
 * is drawn seconds after the key press.
 */
export function ImagesInput() {
  const { t } = useTexts('avatars')
  const isReadOnly = useIsReadOnly()
  if (useOpenProfile() === null || isReadOnly) return null
  return (
    <FileInput
      id={imagesInputId}
      label={t('chooseImages')}
      isMultiple
      accept="image/*,.csv"
      onFiles={(files) => {
        addPendingDrop({ files, addresses: [] })
        go({ section: 'avatars' })
      }}
    />
  )
}
