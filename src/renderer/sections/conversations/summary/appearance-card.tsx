import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { layoutOf, placeOf, ratioText } from '../appearance/geometry.ts'
import type { Layout } from '../appearance/geometry.ts'
import { useOnScreen, useSeenMedia } from '../media/use-media.ts'
import type { SeenMedia } from '../media/use-media.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import type { SeenPlace } from '../media/use-media.ts'
import styles from './summary.module.css'

function pictureOf({ state }: SeenMedia): string | null {
  return state.kind === 'ready' && state.media.kind === 'picture' ? state.media.src : null
}

interface DrawingProps {
  readonly layout: Layout
  readonly background: string | null
  readonly sample: string | null
}

/** Canvas and person in their proportions; the whole drawing with its layers stands under Appearance. */
function Drawing({ layout: { canvas, person, sight }, background, sample }: DrawingProps) {
  return (
    <div className={styles.stage} style={{ aspectRatio: sight.width / sight.height }} aria-hidden>
      <div className={styles.canvas} style={placeOf(canvas, sight)}>
        {background !== null && <img src={background} alt="" draggable={false} />}
      </div>
      {person !== null && (
        <div className={styles.person} style={placeOf(person, sight)}>
          {sample !== null && <img src={sample} alt="" draggable={false} />}
        </div>
      )}
    </div>
  )
}

/** How it looks, small and to scale, with the size of canvas and person. */
export function AppearanceCard({ snapshotId, view }: Pick<SeenPlace, 'snapshotId' | 'view'>) {
  const { t } = useTranslation(['media', 'conversations'])
  const { number } = useFormat()
  const place = useRef<HTMLDivElement>(null)
  const isOnScreen = useOnScreen(place)
  const background = useSeenMedia({ snapshotId, view, field: 'detailDto.backgroundDto.backgroundUrl' }, isOnScreen)
  const sample = useSeenMedia({ snapshotId, view, field: 'detailDto.samplePictureUrl' }, isOnScreen)
  const layout = layoutOf(view.geometry)
  return (
    <div ref={place} className={styles.appearance}>
      {layout === null ? (
        <p className={styles.none}>{t('appearance.noCanvas')}</p>
      ) : (
        <>
          <Drawing layout={layout} background={pictureOf(background)} sample={pictureOf(sample)} />
          <DescriptionList
            items={[
              {
                label: t('appearance.canvas'),
                value: t('conversations:summary.canvas', {
                  width: number(layout.canvas.width),
                  height: number(layout.canvas.height),
                  ratio: ratioText(layout.canvas),
                }),
              },
              layout.person !== null && {
                label: t('conversations:summary.person'),
                value: t('appearance.place', {
                  width: number(layout.person.width),
                  height: number(layout.person.height),
                  x: number(layout.person.x),
                  y: number(layout.person.y),
                }),
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
