/** Main's own page for a window whose page died twice: plain HTML without a script; main handles its buttons. */
import { escapeHtml } from '../lib/html.ts'
import type { Texts } from '../context/texts.ts'

/** The page's path in our scheme; its style is beside it, and its buttons lead to paths below it. */
export const stoppedPath = '/stopped'

const stylePath = `${stoppedPath}.css`

export interface OwnPage {
  readonly type: 'text/html' | 'text/css'
  readonly text: string
}

function htmlOf({ language, say }: Texts, file: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Greenroom</title>
    <link rel="stylesheet" href="${stylePath}" />
  </head>
  <body>
    <main>
      <h1>${escapeHtml(say('crash.title'))}</h1>
      <p>${escapeHtml(say('crash.message'))}</p>
      <form>
        <button class="primary" formaction="${stoppedPath}/reload" autofocus>${escapeHtml(say('app.notice.reload'))}</button>
        <button formaction="${stoppedPath}/quit">${escapeHtml(say('quit.quit'))}</button>
      </form>
      <p class="log">${escapeHtml(say('crash.log', { file }))}</p>
    </main>
  </body>
</html>
`
}

// The colours of ui/tokens.css, which a damaged page might not have.
const style = `
:root { color-scheme: light dark; font: 13px/1.45 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC',
  'PingFang SC', 'Microsoft YaHei', sans-serif; color: light-dark(#1c1c1a, #ececea);
  background: light-dark(#f6f6f4, #161719); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 440px; padding: 24px; }
h1 { margin: 0 0 8px; font-size: 18px; font-weight: 600; }
p { margin: 0; color: light-dark(#5e5d57, #a3a6aa); }
form { display: flex; gap: 8px; margin: 20px 0; }
button { font: inherit; height: 32px; padding: 0 16px; border-radius: 6px; cursor: default;
  border: 1px solid light-dark(#8c8a83, #6b6f77); color: inherit; background: light-dark(#ffffff, #1c1e21); }
button.primary { border-color: transparent; font-weight: 500; color: light-dark(#ffffff, #161719);
  background: light-dark(#1c1c1a, #ececea); }
button:focus-visible { outline: 2px solid light-dark(#1b5bb8, #84b3f7); outline-offset: 2px; }
.log { font-size: 12px; overflow-wrap: anywhere; user-select: text; }
`

/** Main's own page or its style at a path; `logFile` is the path that the page names. null for any other path. */
export async function stoppedPage(
  pathname: string,
  texts: () => Promise<Texts>,
  logFile: string,
): Promise<OwnPage | null> {
  if (pathname === stoppedPath) return { type: 'text/html', text: htmlOf(await texts(), logFile) }
  return pathname === stylePath ? { type: 'text/css', text: style } : null
}
