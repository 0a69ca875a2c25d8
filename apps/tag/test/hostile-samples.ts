/**
 * What hostile third-party code may try, by what it would reach; each is harmless only because the frame's sandbox
 * holds. A sample that gets through calls `escaped()`, or leaves a trace on the page. `go(target)` follows a link.
 */
export const HOSTILE_SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the page': {
    'reads the page': 'parent.document.title = "taken"',
    'writes into the page': 'parent.document.body.innerHTML = "taken"',
    'reads the top document by frames': 'top.frames[0].parent.document.body.remove()',
    'reads it by reflection': 'Reflect.get(parent, "document").title = "taken"; escaped()',
    'runs a function of the page':
      'parent.constructor.constructor("document.title = \'taken\'")(); escaped()',
    'evaluates in the page': 'parent.eval("document.title = \'taken\'"); escaped()',
    'reads a frame beside it':
      'for (const one of Array.from(parent.frames)) if (one !== self) { one.document.body.remove(); escaped() }',
    'names the page': 'parent.name = "taken"; escaped()',
    'finds its element': 'frameElement.remove()',
    'removes its sandbox': 'parent.document.querySelector("iframe").removeAttribute("sandbox")',
    'calls the page’s fetch': 'parent.fetch("/").then(escaped)',
    'reads the page’s cookies': 'if (parent.document.cookie) escaped()',
    'reads the page’s storage': 'if (parent.localStorage.own) escaped()',
    'joins the page’s domain': 'document.domain = "localhost"; if (parent.document.body) escaped()',
  },
  'where the page is': {
    'takes the page elsewhere': 'top.location = "about:blank#taken"',
    'takes the page elsewhere by replace': 'top.location.replace("https://taken.example/")',
    'takes the page elsewhere by assign': 'parent.location.assign("https://taken.example/")',
    'takes the page elsewhere by a link': 'go("_top")',
    'takes the parent elsewhere by a link': 'go("_parent")',
    'takes the parent elsewhere by open': 'window.open("https://taken.example/", "_parent")',
    'takes the top elsewhere by open': 'window.open("https://taken.example/", "_top")',
    'changes the page’s fragment': 'top.location.hash = "taken"',
    'runs a script address in the page': 'top.location.href = "javascript:document.title=\\"taken\\""',
    'shows a data address instead': 'top.location.href = "data:text/html,taken"',
    'sends a form to the top':
      'const f = document.createElement("form"); f.target = "_top"; f.action = "https://taken.example/"; document.body.append(f); f.submit()',
    'sends a form to the parent':
      'const f = document.createElement("form"); f.method = "post"; f.target = "_parent"; f.action = "https://taken.example/"; document.body.append(f); f.requestSubmit()',
    'follows a drawn link':
      'document.body.insertAdjacentHTML("beforeend", "<svg><a id=s href=\\"https://taken.example/\\" target=\\"_top\\"><text y=20>x</text></a></svg>"); document.getElementById("s").dispatchEvent(new MouseEvent("click", { bubbles: true }))',
    'follows a link by its base':
      'document.head.innerHTML = "<base target=_top>"; const a = document.createElement("a"); a.href = "https://taken.example/"; document.body.append(a); a.click()',
    'goes back in the page’s history': 'top.history.back(); escaped()',
    'closes the page': 'top.close(); if (top.closed) escaped()',
  },
  'what browsers keep': {
    'sets cookies': 'document.cookie = "taken=1"; if (document.cookie) escaped()',
    'sets cookies by the store': 'cookieStore.set("taken", "1").then(escaped)',
    'writes storage of delivery': 'localStorage.taken = 1; escaped()',
    'writes storage of the session': 'sessionStorage.taken = 1; escaped()',
    'opens a database': 'indexedDB.open("taken").onsuccess = escaped',
    'opens a cache': 'caches.open("taken").then(escaped)',
    'opens a file system': 'navigator.storage.getDirectory().then(escaped)',
    'asks to keep its storage': 'navigator.storage.persist().then((kept) => kept && escaped())',
    'registers a service worker': 'navigator.serviceWorker.register("/sdk.js").then(escaped)',
    'takes a lock of the origin': 'navigator.locks.request("taken", escaped)',
    'shares a worker':
      'new SharedWorker("/sdk.js").port.onmessage = escaped; new SharedWorker("/sdk.js").onerror = () => {}',
    'reads credentials': 'navigator.credentials.get({ password: true }).then((found) => found && escaped())',
  },
  'the visitor’s device': {
    'asks where the visitor is': 'navigator.geolocation.getCurrentPosition(escaped)',
    'listens to the visitor': 'navigator.mediaDevices.getUserMedia({ audio: true }).then(escaped)',
    'films the screen': 'navigator.mediaDevices.getDisplayMedia().then(escaped)',
    'asks for devices': 'navigator.usb.requestDevice({ filters: [] }).then(escaped)',
    'asks for instruments': 'navigator.requestMIDIAccess({ sysex: true }).then(escaped)',
    'reads the clipboard': 'navigator.clipboard.readText().then(escaped)',
    'asks to notify': 'Notification.requestPermission().then((answer) => answer === "granted" && escaped())',
    'fills the screen': 'document.documentElement.requestFullscreen().then(escaped)',
    'locks the pointer': 'document.body.requestPointerLock().then(escaped)',
    'turns the screen': 'screen.orientation.lock("portrait").then(escaped)',
    'keeps the screen awake': 'navigator.wakeLock.request("screen").then(escaped)',
    'asks to be paid':
      'new PaymentRequest([{ supportedMethods: "https://taken.example" }], { total: { label: "x", amount: { currency: "USD", value: "1" } } }).show().then(escaped)',
  },
  'windows and dialogs': {
    'holds the page with a question': 'if (confirm("taken")) escaped()',
    'asks for a password': 'if (prompt("Password?") !== null) escaped()',
    'alarms the visitor': 'alert("taken")',
    'prints the page': 'addEventListener("beforeprint", escaped); print()',
    'downloads a file':
      'const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["taken"])); a.download = "taken.exe"; a.target = "_self"; document.body.append(a); a.click()',
    'asks before leaving': 'addEventListener("beforeunload", (event) => event.preventDefault())',
  },
  'frames and messages': {
    'nests a frame without a sandbox':
      'const f = document.createElement("iframe"); f.src = "/barrier"; f.onload = () => { try { f.contentDocument.body && escaped() } catch {} }; document.body.append(f)',
    'nests a document that leads the top':
      'const f = document.createElement("iframe"); f.srcdoc = "<script>top.location = \'https://taken.example/\'</scr" + "ipt>"; document.body.append(f)',
    'nests a script address':
      'const f = document.createElement("iframe"); f.src = "javascript:top.document.title=\'taken\'"; document.body.append(f)',
    'nests a frame with more rights':
      'const f = document.createElement("iframe"); f.sandbox = "allow-scripts allow-same-origin allow-top-navigation"; f.srcdoc = "<script>try { localStorage.taken = 1; parent.parent.postMessage(\'escaped\', \'*\') } catch {} top.location = \'https://taken.example/\'</scr" + "ipt>"; document.body.append(f)',
    'embeds an object':
      'const o = document.createElement("object"); o.data = "data:text/html,<script>top.document.title=\'taken\'</scr" + "ipt>"; document.body.append(o)',
    'floods the page with messages':
      'for (let i = 0; i < 200; i++) parent.postMessage({ placard: "close", i }, "*")',
    'speaks as the page to itself': 'parent.postMessage({ placard: "size", w: 9999, h: 9999 }, "*")',
    'broadcasts to the page': 'new BroadcastChannel("placard").postMessage("escaped")',
  },
};

const WORKER = (code: string) =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: "text/javascript" })))`;

/** What an ad does to the visitor's machine, each for ever: the page goes on answering the visitor beside it. */
export const GREEDY_SAMPLES: Readonly<Record<string, string>> = {
  'loops for ever': 'for (;;);',
  'loops for ever once it is seen': 'requestAnimationFrame(() => requestAnimationFrame(() => { for (;;); }))',
  'never lets its promises end': 'const again = () => Promise.resolve().then(again); again()',
  'asks an expression that never ends': '/^(a+)+$/.test("a".repeat(60) + "!")',
  'mines in workers': `for (let i = 0; i < 8; i++) ${WORKER('let hash = 1; for (;;) hash = Math.imul(hash ^ 61, 2654435761)')}`,
  'mines in web assembly':
    'new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,97,0,0,10,9,1,7,0,3,64,12,0,11,11))).exports.a()',
  'calls itself without end': 'const deeper = () => { try { deeper() } finally { deeper() } }; deeper()',
  'lays out without end':
    'document.body.insertAdjacentHTML("beforeend", "<p>x</p>".repeat(5000)); for (;;) { document.body.style.width = Math.random() * 300 + "px"; document.body.offsetHeight }',
  'draws at each frame as much as it can':
    'const draw = () => { for (let i = 0; i < 300; i++) document.body.append("x".repeat(200)); document.body.offsetHeight; requestAnimationFrame(draw) }; draw()',
  'fetches without end':
    'setInterval(() => { for (let i = 0; i < 20; i++) fetch("/barrier").catch(() => 0) }, 10)',
  'waits for an answer in one call':
    'for (;;) { const call = new XMLHttpRequest(); call.open("GET", "/barrier", false); try { call.send() } catch {} }',
};
