import { sdkSnippet, widgetSnippet } from '@placard/contract/wire/snippet';
import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import { loadWidgets } from '../features/widgets/widget-record.ts';
import { DEMO_PAGE_STYLE } from './demo-page-style.ts';
import type { DemoWorld } from './demo-world.ts';
import { DEMO_PAGE_DOMAIN } from './publishing-plan.ts';

/**
 * The page of an invented newspaper with a widget of every type, as its publisher would have pasted them. The ad server
 * gives it out itself, so its script stands beside it: under whatever address and port that one is called later.
 */
export async function demoPage(world: DemoWorld): Promise<string> {
  const slots = await readSlots(world.db, world);
  return pageOf(sdkSnippet('.'), slots);
}

async function readSlots(db: Kysely<Database>, world: DemoWorld): Promise<(name: string) => string> {
  const rows = await db
    .selectFrom('widget')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .select('widget.id')
    .where('website.domain', '=', DEMO_PAGE_DOMAIN)
    .where('website.status', '=', 'active')
    .execute();
  const widgets = await loadWidgets(
    db,
    world.actors.harbour,
    rows.map((row) => row.id),
  );
  return (name) => {
    const widget = widgets.find((one) => one.name === name);
    if (widget === undefined) throw new Error(`the demo has no widget ${name}`);
    const sizes = widget.sizes.map((one) => ({ widthPx: one.width, heightPx: one.height }));
    return widgetSnippet({ embedKey: widget.embed_key, type: widget.type, sizes });
  };
}

type Story = { readonly title: string; readonly text: string; readonly sky: string; readonly land: string };

const STORIES: readonly Story[] = [
  {
    title: 'The bakery that opens at four',
    text: 'Before the first ferry leaves, the ovens on Quay Street have done half a day’s work.',
    sky: '#f3c98b',
    land: '#8c5a3c',
  },
  {
    title: 'What the tide tables do not say',
    text: 'Three pilots on currents, patience and the art of waiting for water.',
    sky: '#9cc7d8',
    land: '#2f5d73',
  },
  {
    title: 'A garden on the old pier',
    text: 'Salt, wind and a thousand volunteers: how the longest park in town came to be.',
    sky: '#c6dba8',
    land: '#4c7a4d',
  },
];

function picture({ sky, land, title }: Story): string {
  return (
    `<svg viewBox="0 0 320 180" role="img" aria-label="Drawing for ${title}"><rect width="320" height="180" fill="${sky}"/>` +
    '<circle cx="236" cy="62" r="30" fill="#fff" fill-opacity=".75"/>' +
    `<path d="M0 126L64 92L118 120L186 74L250 116L320 88V180H0Z" fill="${land}" fill-opacity=".65"/>` +
    `<path d="M0 146C70 128 130 156 200 140S290 132 320 142V180H0Z" fill="${land}"/></svg>`
  );
}

const HARBOUR = `<svg viewBox="0 0 800 420" role="img" aria-label="Drawing of a harbour in the evening">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2d4a73"/><stop offset=".6" stop-color="#e58f6b"/><stop offset="1" stop-color="#f6cf9a"/></linearGradient></defs>
<rect width="800" height="420" fill="url(#sky)"/><circle cx="560" cy="232" r="52" fill="#fff1cf"/>
<path d="M0 250L90 210L170 240L260 196L352 244L470 214L610 246L720 216L800 240V420H0Z" fill="#3b4468"/>
<path d="M0 284H800V420H0Z" fill="#26577a"/>
<path d="M470 292H650M498 312H622M520 334H600M540 356H580" stroke="#f6cf9a" stroke-width="5" stroke-linecap="round" opacity=".8"/>
<path d="M120 300H320L292 344H150Z" fill="#f4efe6"/><path d="M150 300V262H262V300Z" fill="#c8452c"/><path d="M214 262V222H236V262Z" fill="#1d2440"/>
<path d="M162 278H178M192 278H208M222 278H238" stroke="#ffe2a0" stroke-width="9" stroke-linecap="round"/>
<path d="M690 330V176L676 330Z" fill="#1d2440"/><path d="M664 330H716V420H664Z" fill="#1d2440"/><path d="M678 158H702V178H678Z" fill="#ffd27a"/><path d="M672 158L690 140L708 158Z" fill="#c8452c"/>
<path d="M678 168L420 120V190Z" fill="#ffe9b8" opacity=".28"/></svg>`;

function slot(inner: string, name = ''): string {
  return `<div class="slot${name}"><p>Advertisement</p><div>${inner}</div></div>`;
}

function pageOf(head: string, widget: (name: string) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>The last ferry home — Harbour News</title>
<meta name="robots" content="noindex">
<style>${DEMO_PAGE_STYLE}</style>
${head}
</head>
<body>
<div class="bar"><div class="wrap"><span>Evening edition</span><span>Demo of a publisher’s page</span></div></div>
<header class="wrap">
<div class="masthead"><strong>Harbour News</strong><span>Written where the river meets the sea</span></div>
<nav aria-label="Sections"><ul><li><a href="#town">Town</a></li><li><a href="#sea">Sea</a></li><li><a href="#work">Work</a></li><li><a href="#table">Table</a></li><li><a href="#books">Books</a></li></ul></nav>
${slot(widget('Under the masthead'))}
</header>
<main class="wrap">
<div class="layout">
<article>
<span class="kicker">Town</span>
<h1>The last ferry home</h1>
<p class="lead">For a hundred years the ten-fifteen has brought the town back together. Now it runs on batteries, and on the same four people.</p>
<p class="byline">By the Harbour newsroom · Six minutes to read</p>
<figure>${HARBOUR}<figcaption>The ten-fifteen, seen from the lighthouse steps.</figcaption></figure>
<p class="first">Nobody in town says that the ferry leaves at a quarter past ten. They say that it leaves when the cook from the hotel has come down the hill, because it always has. The timetable on the wall was printed once and corrected by hand ever since, and the corrections are better than the print.</p>
<p>On board it is warm, and somebody has kept a seat for you. The nurses sit on the left, where the plugs are. The bakers, who get up when the others go to bed, sleep on the right. Between them runs the aisle in which most of this town’s business has been agreed, and two of its marriages.</p>
${slot(widget('Between the stories'))}
<h2>Quieter than the gulls</h2>
<p>Since spring the engine makes no sound. The old diesel could be heard from the church; the new motor is quieter than the gulls, and for a week people missed the boat because they waited to hear it come. Then the crew hung a bell at the bow, and a child of six was given the office of ringing it.</p>
${slot(widget('Moving picture'))}
<p>What it costs is soon told: less than before. What it is worth cannot be told at all, says the woman who has steered it for nineteen years, but one might measure it by the people who would have to move away. She counts them each evening, going out and coming back, and the two numbers are nearly always the same.</p>
<h2>A seat by the window</h2>
<p>When the lights of the far side come nearer, the talk stops. It is not arranged; it is only that everybody looks up at the same time. Then the ramp goes down, the bell is rung, and the town walks home in twos and threes along the water.</p>
</article>
<aside aria-label="More from Harbour News">
<h2>Most read</h2>
<ol><li>Why the clock on the customs house is four minutes slow</li><li>Six walks that end at a kitchen door</li><li>The librarian’s list for long evenings</li><li>How to read the sky above the breakwater</li></ol>
${slot(widget('Beside the article'))}
${slot(widget('Tall column'), ' tall')}
</aside>
</div>
<section class="stories" aria-label="More stories">
${STORIES.map((story) => `<div>${picture(story)}<h2>${story.title}</h2><p>${story.text}</p></div>`).join('\n')}
</section>
<p class="note">This newspaper is invented. Its page carries the real <code>sdk.js</code> and one widget of every type: what you see is chosen, counted and charged like on any other page. Sign in to the dashboard with the demo’s accounts to watch the figures move.</p>
</main>
<footer><div class="wrap">Harbour News is part of the demo of Placard. Nothing on this page is for sale.</div></footer>
${widget('Bar at the bottom')}
</body>
</html>
`;
}
