import { expect, test } from 'vitest'
import { locationInToast, toastXml } from '../../../src/main/desktop/toast.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'

const place = {
  profileId: profileId.parse('p-1'),
  section: 'sessions',
  appId: appId.parse('1983775419508027001'),
} as const

/** The attribute as Windows passes it: without XML escapes. */
function launchOf(xml: string): string {
  return (/^<toast launch="([^"]*)">/.exec(xml)?.[1] ?? '').replaceAll('&amp;', '&')
}

// Would catch a click on an earlier run's notification that only opens the window.
test('a notification leads to its location through only the data that Windows returns', () => {
  const texts = { title: 'Lobby', body: '3 ready' }
  expect(locationInToast(launchOf(toastXml(texts, place)))).toEqual(place)
  const account = { ...place, section: 'account', appId: null } as const
  expect(locationInToast(launchOf(toastXml(texts, account)))).toEqual(account)
})

test('foreign texts stay texts', () => {
  const xml = toastXml({ title: '</text><actions a="b">&\u0000', body: "it's \ud800" }, place)
  expect(xml).toContain('<text>&lt;/text&gt;&lt;actions a=&quot;b&quot;&gt;&amp; </text>')
  expect(xml).toContain('<text>it&apos;s \ufffd</text>')
})

test.each(['', 'type=click&tag=7', 'profile=p-1', 'profile=p-1&section=nowhere', 'profile=&section=sessions', '%%%'])(
  'no location is found in "%s"',
  (launch) => expect(locationInToast(launch)).toBeNull(),
)
