/** Damaged files of the corpus in the real window: each is refused by name, or analysed by the app's own workers. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../support/app.ts'
import { hostileImages } from '../support/hostile-images.ts'
import type { HostileImage } from '../support/hostile/expectation.ts'
import { callBridge } from './pages/bridge.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

interface Read {
  readonly value: {
    readonly drafts: readonly { readonly fileName: string; readonly analysis: { readonly decoded: boolean } | null }[]
  }
}

/** Files that no engine draws completely; test/window/image-formats.spec.ts has one of each format among the rest. */
const damaged = hostileImages.filter(({ expects }) => expects.kind !== 'image' || expects.truncated || !expects.draws)

/** Whether main accepts a file: test/main/portraits/intake.test.ts checks refusals and their texts. */
const isTaken = ({ expects }: HostileImage): boolean =>
  expects.kind === 'image' && expects.width * expects.height <= 300_000_000

// Would catch a file that ends a worker or the page, and a file that is reported as drawable but is not.
test(
  'damaged and hostile files are refused or analysed, and the page keeps working',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const folder = testInfo.outputPath('hostile')
    await mkdir(folder, { recursive: true })
    const files = damaged.map(({ name, bytes }) => ({ file: path.join(folder, name), bytes: bytes() }))
    for (const { file, bytes } of files) await writeFile(file, bytes)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose images' }).first().click()
    await (await chooser).setFiles(files.map(({ file }) => file))

    const taken = damaged.filter(isTaken)
    const drawn = async (): Promise<Record<string, boolean | undefined>> => {
      const { value } = (await callBridge(page, 'creator.read', {})) as Read
      return Object.fromEntries(value.drafts.map(({ fileName, analysis }) => [fileName, analysis?.decoded]))
    }
    // Some decoders wait for the rest of their file, and are abandoned after five seconds, two at a time.
    await expect
      .poll(drawn, { timeout: 30_000 })
      .toEqual(Object.fromEntries(taken.map(({ name, expects }) => [name, expects.draws])))
    await expect(page.getByRole('list', { name: `${files.length - taken.length} not added` })).toBeVisible()
    await goTo(page, 'Settings')
    expect(double.service.control.count('createAvatar')).toBe(0)
  },
)
