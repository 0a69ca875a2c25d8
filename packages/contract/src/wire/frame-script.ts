import { CLICK_HIDDEN_PARAMETER } from './tag-protocol.ts';

/** Of a message that the page around a frame of third-party code posts to it: nobody can see the ad just now, or somebody can again. */
export type FrameHidden = { readonly placardHidden: boolean };

/**
 * What the document of third-party code has before that code, so that nothing in it can swallow the script. Once loaded it posts its token to the
 * page around it: a browser fires the frame's own `load` for the error page that it shows where it refuses the frame, too. While that page says that nobody can
 * see the ad, the code's own links to `clickUrl` say so when they are pressed. A link is left as the code wrote it but for that moment: the code may read it.
 * @param token of the decision; checked to be one
 */
export function frameScript(token: string, clickUrl: string): string {
  const link = JSON.stringify(clickUrl).replaceAll('<', '\\u003c');
  return `<script>addEventListener("load",()=>parent.postMessage("${token}","*"));{let hidden;const marked=new Set;addEventListener("message",({source,data})=>{if(source==parent&&typeof data?.placardHidden=="boolean")hidden=data.placardHidden});for(const press of ["click","auxclick","contextmenu"])addEventListener(press,e=>{if(hidden)for(const a of e.composedPath())if(typeof a.href=="string"&&a.href.startsWith(${link})&&!marked.has(a)){const was=a.search;marked.add(a);a.search=was+(was?"&":"?")+"${CLICK_HIDDEN_PARAMETER}";setTimeout(()=>{marked.delete(a);a.search=was})}},true)}</script>`;
}
