/** Style of the demo publisher's page: a small magazine, light and dark, from 320 px on. */
export const DEMO_PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d1b18;--soft:#6b655c;--line:#e3ded4;--accent:#0f5c7a;--tint:#eef3f2}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#eceae4;--soft:#9a978f;--line:#2b2f36;--accent:#7cc4de;--tint:#1b2126}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 Georgia,'Times New Roman',serif}
.wrap{max-width:1120px;margin:0 auto;padding:0 20px}
.bar{font:13px/1 system-ui,sans-serif;color:var(--soft);border-bottom:1px solid var(--line)}
.bar .wrap{display:flex;justify-content:space-between;gap:12px;padding-top:11px;padding-bottom:11px}
.masthead{text-align:center;padding:34px 0 22px}
.masthead strong{font-weight:700;font-size:clamp(34px,7vw,62px);letter-spacing:-.02em;line-height:1.05;display:block}
.masthead span{color:var(--soft);font-style:italic}
nav{border-block:1px solid var(--line);font:600 14px/1 system-ui,sans-serif}
nav ul{display:flex;flex-wrap:wrap;justify-content:center;gap:6px 26px;list-style:none;margin:0;padding:15px 0}
nav a,h2 a{color:inherit;text-decoration:none}nav a:hover,h2 a:hover{color:var(--accent)}
a{color:var(--accent)}a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
.slot{margin:26px 0;text-align:center}
.slot>p{font:11px/1 system-ui,sans-serif;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0 0 8px}
.slot [data-placard]{margin-inline:auto}
.layout{display:grid;grid-template-columns:minmax(0,1fr) 300px;gap:48px;align-items:start;padding:14px 0 40px}
article h1{font-size:clamp(29px,4.6vw,46px);line-height:1.1;letter-spacing:-.015em;margin:10px 0 14px}
.kicker{font:700 13px/1 system-ui,sans-serif;letter-spacing:.06em;text-transform:uppercase;color:var(--accent)}
.lead{font-size:20px;line-height:1.5;color:var(--soft);margin:0 0 18px}
.byline{font:14px/1.4 system-ui,sans-serif;color:var(--soft);margin:0 0 24px}
figure{margin:0 0 26px}figure svg{width:100%;height:auto;display:block;border-radius:10px}
figcaption{font:13px/1.5 system-ui,sans-serif;color:var(--soft);padding-top:9px}
article p::first-line{font-variant-numeric:oldstyle-nums}
.first::first-letter{float:left;font-size:3.5em;line-height:.83;padding:.06em .1em 0 0;color:var(--accent)}
h2{font-size:26px;line-height:1.2;margin:38px 0 12px}
aside h2{font:700 13px/1 system-ui,sans-serif;letter-spacing:.06em;text-transform:uppercase;margin:0 0 14px;color:var(--soft)}
aside ol{list-style:none;margin:0;padding:0;counter-reset:n}
aside li{counter-increment:n;display:grid;grid-template-columns:32px 1fr;padding:13px 0;border-top:1px solid var(--line);line-height:1.35}
aside li::before{content:counter(n);font-size:25px;line-height:1;color:var(--accent)}
.stories{display:grid;grid-template-columns:repeat(auto-fit,minmax(250px,1fr));gap:30px;border-top:1px solid var(--line);padding:30px 0}
.stories h2{font-size:21px;margin:12px 0 6px}.stories p{margin:0;color:var(--soft);font-size:16px;line-height:1.5}
.stories svg{width:100%;height:auto;border-radius:8px;display:block}
.note{background:var(--tint);border:1px solid var(--line);border-radius:10px;padding:18px 22px;font:15px/1.55 system-ui,sans-serif;margin:0 0 40px}
footer{border-top:1px solid var(--line);padding:26px 0 120px;color:var(--soft);font:14px/1.5 system-ui,sans-serif}
@media (max-width:900px){.layout{grid-template-columns:minmax(0,1fr)}.tall{display:none}}
`;
