/** Media of a conversation in the real window: played, shown, sought in, and fetched by main without the token. */
import { expect, test } from '../support/app.ts'
import { fetchConversation } from './pages/library-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const full = '1871234567890123457'
const landscape = '1871234567890123473'

// Would catch a scheme that answers no ranges (then seeking is impossible), a sound that is fetched before it is
// played, and a token that goes to the host of the files.
test(
  'a script is played and sought in, and no request for media carries the token',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile({ mediaBaseUrl: new URL(double.baseUrl).origin }))
    await goTo(page, 'Conversations')
    await fetchConversation(page, full)
    const isMedia = ({ target }: { readonly target: string }): boolean => /^\/(?:video-server|model)\//.test(target)
    const asked = (): readonly string[] =>
      double.service.control
        .requests()
        .filter(isMedia)
        .map(({ target }) => target)

    const play = page.getByRole('button', { name: 'Play script audio' }).first()
    await play.scrollIntoViewIfNeeded()
    expect(asked().filter((target) => target.endsWith('.wav'))).toEqual([])
    await play.click()
    const position = page.getByRole('slider', { name: 'Position in script audio' }).first()
    await expect(position).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Pause script audio' })).toBeVisible()
    expect(Number(await position.getAttribute('max'))).toBeGreaterThan(2)

    await page.getByRole('button', { name: 'Pause script audio' }).click()
    await position.focus()
    await page.keyboard.press('End')
    await expect(position).toHaveAttribute('aria-valuetext', '00:02 of 00:02')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const player = page.locator('audio')
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeCloseTo(0.1, 1)

    // Would catch an answer without the page's policy: a refusal is a page too, when a frame or a window shows it.
    const answers = await player.evaluate((audio: HTMLAudioElement) => {
      const answerTo = async (url: string, range: string): Promise<unknown> => {
        const { status, headers } = await fetch(url, { headers: { range } })
        const policy = headers.get('content-security-policy') ?? ''
        return [status, headers.get('content-range'), policy.slice(0, 18), headers.get('x-content-type-options')]
      }
      return Promise.all([
        answerTo(audio.src, 'bytes=0-3'),
        answerTo(audio.src, 'bytes=999999999-'),
        answerTo('/media/nothing/opened', 'bytes=0-'),
        answerTo('/nothing.html', ''),
      ])
    })
    const protectiveHeaders = ["default-src 'none'", 'nosniff']
    expect(answers).toEqual([
      [206, expect.stringMatching(/^bytes 0-3\/\d+$/), ...protectiveHeaders],
      [416, expect.stringMatching(/^bytes \*\/\d+$/), ...protectiveHeaders],
      [404, null, ...protectiveHeaders],
      [404, null, ...protectiveHeaders],
    ])

    expect(asked().filter((target) => target.endsWith('.wav'))).toEqual(['/video-server/audio/opening.wav'])
    const sent = double.service.control.requests().filter(isMedia)
    expect(sent.flatMap(({ headers }) => Object.keys(headers))).not.toContain('token')
    expect(JSON.stringify(sent)).not.toContain(double.service.credentials.appKey)
  },
)

// Would catch a drawing without its pictures, a video that plays without a click, or one that cannot be played.
test(
  'the drawing shows background and sample picture, and a video plays in it',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await saveProfile(page, double.profile({ mediaBaseUrl: new URL(double.baseUrl).origin }))
    await goTo(page, 'Conversations')
    await fetchConversation(page, landscape)
    const figure = page.getByRole('figure', { name: 'Appearance to scale' })
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.getByText('Sample picture in the person box.')).toBeVisible()
    const sizes = () =>
      figure.locator('img').evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth))
    await expect.poll(sizes).toEqual([1920, 540])

    await fetchConversation(page, full)
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.locator('video')).toHaveCount(0)
    await figure.getByRole('button', { name: 'Load background' }).click()
    await expect(figure.getByRole('button', { name: 'Pause background' })).toBeVisible()
    const video = figure.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    expect(await video.evaluate((element: HTMLVideoElement) => element.muted && element.loop)).toBe(true)
    const sought = video.evaluate(
      (element: HTMLVideoElement) =>
        new Promise<number>((resolve) => {
          element.addEventListener('seeked', () => resolve(element.currentTime))
          element.pause()
          element.currentTime = 1.5
        }),
    )
    expect(await sought).toBeCloseTo(1.5, 1)
  },
)
