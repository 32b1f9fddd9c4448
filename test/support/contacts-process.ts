/**
 * Run by Electron's own Node on the network of watched-network.sh: `<data folder>` uses the built app as an operator
 * does on the practice service, and prints the names that the app looked up and the packets that it sent beyond this
 * computer.
 */
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { _electron } from '@playwright/test'
import type { Page } from '@playwright/test'
import { addWithoutImage } from '../window/pages/avatars-page.ts'
import { goTo } from '../window/pages/settings-page.ts'

/** Everything that left the app until the end of a step. */
export interface Contacts {
  /** Names that the app looked up, in the order of the first question for each. */
  readonly names: readonly string[]
  /** Packets that would have left this computer. */
  readonly packets: number
}

/** The contacts of one app after each step. */
export interface ContactsReport {
  /** An operator used every section. */
  readonly used: Contacts
  /** A script in the page tried ways out that neither the page's policy nor its session's request filter covers. */
  readonly scripted: Contacts
  /** Main was made to look up a name and to send a packet. */
  readonly provoked: Contacts
  /** Chromium's major version. */
  readonly engine: number
}

const [userData = ''] = process.argv.slice(2)
const repository = path.join(import.meta.dirname, '../..')
const names = new Set<string>()

/** The name in a question: labels, each after its length (RFC 1035 §4.1.2). */
function questionOf(message: Buffer): string {
  const labels: string[] = []
  for (let at = 12; (message[at] ?? 0) > 0; at += 1 + (message[at] ?? 0)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] ?? 0)))
  }
  return labels.join('.')
}

/** Answers every question with an address that no host has (RFC 5737): packets to it pass the counted card. */
function answerTo(question: Buffer): Buffer {
  const answer = Buffer.from(question)
  const end = question.indexOf(0, 12) + 5
  const isForAddress = question.readUInt16BE(end - 4) === 1
  answer.writeUInt16BE(0x8180, 2)
  answer.writeUInt16BE(isForAddress ? 1 : 0, 6)
  answer.writeUInt32BE(0, 8)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7])
  return Buffer.concat([answer.subarray(0, end), isForAddress ? record : Buffer.alloc(0)])
}

async function serveNames(): Promise<void> {
  const server = createSocket('udp4')
  server.on('message', (message, { port, address }) => {
    names.add(questionOf(message))
    server.send(answerTo(message), port, address)
  })
  await new Promise<void>((listening) => server.bind(53, '127.0.0.1', listening))
  server.unref()
}

function contacts(): Contacts {
  const card = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .find((line) => line.trim().startsWith('way-out:'))
  if (card === undefined) throw new Error('there is no card to count by')
  const packets = Number(card.split(':')[1]?.trim().split(/\s+/)[9])
  return { names: [...names], packets }
}

async function useEverySection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  const profileText = page.getByRole('textbox', { name: 'Profile text', exact: true })
  await profileText.click()
  await profileText.pressSequentially('A guide who speaks of Vermeer, wiht a mistake.')
  for (const section of ['Conversations', 'Sessions', 'Account', 'Activity', 'Settings', 'Avatars']) {
    await goTo(page, section)
  }
}

/** Tries to pass data to names and addresses; resolves when the engine gave up, or got through. */
async function tryToLeave(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender']) {
      const link = document.createElement('link')
      link.rel = rel
      link.href = `https://known-by-${rel}.test/`
      document.head.append(link)
    }
    const anchor = document.createElement('a')
    anchor.href = 'https://known-by-anchor.test/'
    document.body.append(anchor)
    anchor.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    const gather = async (urls: string): Promise<void> => {
      const connection = new RTCPeerConnection({
        iceServers: [{ urls, username: 'what-the-page-knows', credential: 'x' }],
      })
      const over = new Promise<void>((resolve) => {
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve()
        })
        // An engine that does send waits for minutes for an answer that never comes.
        setTimeout(resolve, 5_000)
      })
      connection.createDataChannel('way out')
      await connection.setLocalDescription()
      await over
      connection.close()
    }
    await Promise.all(
      [
        'stun:known-by-stun.test:3478',
        'stun:203.0.113.9:3478',
        'turn:known-by-turn.test:443?transport=tcp',
        'turn:203.0.113.9:443?transport=tcp',
        'turn:203.0.113.9:443?transport=udp',
        'turns:known-by-turns.test:443?transport=tcp',
      ].map((urls) => gather(urls).catch(String)),
    )
  })
}

await serveNames()
const environment = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'ELECTRON_RUN_AS_NODE',
)
const app = await _electron.launch({
  args: [repository, `--user-data-dir=${userData}`, '--disable-gpu'],
  env: Object.fromEntries(environment),
  chromiumSandbox: process.getuid?.() !== 0,
})
try {
  const page = await app.firstWindow()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await useEverySection(page)
  const used = contacts()
  await tryToLeave(page)
  const scripted = contacts()
  // Proves that a contact would be seen: the engine looks up a name and connects to its address.
  await app.evaluate(({ net }) =>
    net.fetch('http://listening.test/', { signal: AbortSignal.timeout(2_000) }).catch(String),
  )
  const engine = await app.evaluate(() => Number.parseInt(process.versions['chrome'], 10))
  const report: ContactsReport = { used, scripted, provoked: contacts(), engine }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await app.close()
}
