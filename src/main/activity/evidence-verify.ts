/**
 * The program in the first lines of every evidence file, which checks the file without Greenroom and needs only Node. A
 * reader can follow it: it hashes texts as they are in the file, and does not serialise JSON again.
 */
export const verifyProgram = String.raw`import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
const html = readFileSync(process.argv[2], 'utf8')
const [, json] = /<script type="application\/json" id="evidence">(.*?)<\/script>/s.exec(html) ?? []
const [, picture] = /<img id="image" src="data:image\/\w+;base64,([^"]*)"/.exec(html) ?? []
const { entries, exchanges, image } = JSON.parse(json)
const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const problems = []
for (const { hash, text } of [...entries, ...exchanges]) {
  if (sha256(text) !== hash) problems.push('altered: ' + text.slice(0, 80))
}
const links = entries.map(({ hash, text }) => ({ hash, id: JSON.parse(text)[0], previous: JSON.parse(text).at(-1) }))
links.forEach(({ id, previous }, place) => {
  const before = links[place - 1]
  if (before?.id === id - 1 && before.hash !== previous) problems.push('entry ' + id + ' does not follow entry ' + before.id)
})
for (const { hash } of exchanges) {
  if (!entries.some(({ text }) => text.includes(hash))) problems.push('no entry names exchange ' + hash)
}
const run = entries.find(({ text }) => text.includes('"session.runStarted"'))
const [runId] = run?.text.match(/\\"runId\\":\\"[^"]+"/) ?? []
for (const { text } of entries) {
  if (runId && !text.includes(runId)) problems.push('not of this run: ' + text.slice(0, 80))
}
const requests = exchanges.filter(({ text }) => text.startsWith('["createAvatar",'))
const places = [image?.sha256 ?? '', ...requests.map(({ text }) => text)]
const isOther = picture && !places.every((text) => text.includes(sha256(Buffer.from(picture, 'base64'))))
if (isOther) problems.push('the image is a different one')
const verified = [entries.length + ' entries', exchanges.length + ' exchanges', picture && requests.length > 0 && 'image']
console.log(problems.join('\n') || 'verified: ' + verified.filter(Boolean).join(', '))
process.exitCode = problems.length === 0 ? 0 : 1`
