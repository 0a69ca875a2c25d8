/** Brands that exist nowhere but in the demo. `scene` is drawn in a square of 100 × 100, centred on (50, 50). */
export type Brand = {
  readonly key: string;
  readonly name: string;
  /** Two short lines. */
  readonly claim: readonly [string, string];
  readonly button: string;
  /** Gradient of the ground, from the upper left to the lower right. */
  readonly ground: readonly [string, string];
  readonly ink: string;
  readonly soft: string;
  readonly buttonGround: string;
  readonly buttonInk: string;
  readonly scene: string;
};

const LAMP_SCENE = `
  <defs>
    <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#ffe2a0" stop-opacity=".95"/><stop offset="1" stop-color="#ffe2a0" stop-opacity="0"/>
    </linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="#ffd27a" stop-opacity=".7"/><stop offset="1" stop-color="#ffd27a" stop-opacity="0"/></radialGradient>
  </defs>
  <circle cx="50" cy="46" r="46" fill="url(#glow)"/>
  <path d="M27 46L4 100H96L73 46Z" fill="url(#beam)"/>
  <path d="M50 -20V22" stroke="#f6e7c8" stroke-width="1.6"/>
  <path d="M24 46A26 26 0 0 1 76 46Z" fill="#f2b84b"/>
  <path d="M30 46A22 24 0 0 1 47 23" fill="none" stroke="#ffe7b3" stroke-width="2" stroke-linecap="round"/>
  <rect x="46" y="17" width="8" height="5" rx="1.6" fill="#f6e7c8"/>
  <ellipse cx="50" cy="46" rx="26" ry="3.6" fill="#ffedc4"/>`;

const TEA_SCENE = `
  <circle cx="50" cy="52" r="42" fill="#dfe9c9"/>
  <path d="M22 46H72V58A22 22 0 0 1 50 80H44A22 22 0 0 1 22 58Z" fill="#2f6b4f"/>
  <path d="M72 50H77A8 8 0 0 1 77 66H70" fill="none" stroke="#2f6b4f" stroke-width="4.4"/>
  <ellipse cx="47" cy="46" rx="25" ry="5" fill="#c98f3c"/>
  <ellipse cx="47" cy="46" rx="25" ry="5" fill="none" stroke="#245640" stroke-width="1.6"/>
  <path d="M14 84H80" stroke="#245640" stroke-width="3" stroke-linecap="round"/>
  <path d="M40 36C34 28 46 24 40 14M54 36C48 28 60 24 54 14" fill="none" stroke="#8fae7b" stroke-width="2.6" stroke-linecap="round"/>
  <path d="M66 34C66 20 78 12 94 12C94 28 84 38 66 34Z" fill="#4f9a63"/>
  <path d="M67 33C75 27 82 21 92 14" fill="none" stroke="#dfe9c9" stroke-width="1.4" stroke-linecap="round"/>`;

const FERRY_SCENE = `
  <defs><clipPath id="port"><circle cx="50" cy="50" r="44"/></clipPath></defs>
  <g clip-path="url(#port)">
    <circle cx="50" cy="50" r="44" fill="#5763e6"/>
    <circle cx="66" cy="34" r="17" fill="#ffb59a"/>
    <path d="M0 70C16 62 30 62 46 70S78 80 100 66V100H0Z" fill="#3fd0c9" fill-opacity=".55"/>
    <path d="M0 79C16 72 30 73 46 80S78 88 100 77V100H0Z" fill="#3fd0c9"/>
  </g>
  <g transform="rotate(-14 50 52)">
    <rect x="16" y="32" width="68" height="42" rx="6" fill="#101a4a" fill-opacity=".35"/>
    <rect x="14" y="29" width="68" height="42" rx="6" fill="#ffffff"/>
    <rect x="14" y="37" width="68" height="8" fill="#25318c"/>
    <rect x="21" y="52" width="12" height="9" rx="2" fill="#ffb59a"/>
    <path d="M52 58H74M60 63.5H74" stroke="#b9c0ee" stroke-width="2.6" stroke-linecap="round"/>
  </g>`;

const KITCHEN_SCENE = `
  <circle cx="50" cy="54" r="40" fill="#ffd9b8"/>
  <path d="M16 52H84A34 32 0 0 1 62 82H38A34 32 0 0 1 16 52Z" fill="#8c2f1f"/>
  <path d="M22 58A30 26 0 0 0 38 78" fill="none" stroke="#b8523d" stroke-width="3" stroke-linecap="round"/>
  <ellipse cx="50" cy="52" rx="34" ry="7" fill="#f3a35c"/>
  <circle cx="38" cy="50" r="8" fill="#e4572e"/><circle cx="53" cy="47" r="9" fill="#f6c445"/><circle cx="66" cy="51" r="7" fill="#e4572e"/>
  <path d="M44 42C40 30 46 20 56 18C58 30 54 38 44 42Z" fill="#5a8f4a"/>
  <path d="M62 44C64 34 72 28 82 30C80 40 74 46 62 44Z" fill="#74aa5d"/>`;

export const BRANDS = {
  northlight: {
    key: 'northlight',
    name: 'Northlight',
    claim: ['Light for', 'long evenings'],
    button: 'See lamps',
    ground: ['#1b2145', '#3a2a5c'],
    ink: '#fff4dc',
    soft: '#d9c9a8',
    buttonGround: '#f2b84b',
    buttonInk: '#1b2145',
    scene: LAMP_SCENE,
  },
  brightleaf: {
    key: 'brightleaf',
    name: 'Brightleaf',
    claim: ['The morning', 'can wait'],
    button: 'Try a cup',
    ground: ['#f6f1de', '#e6edd2'],
    ink: '#1f4a37',
    soft: '#55735c',
    buttonGround: '#2f6b4f',
    buttonInk: '#f6f1de',
    scene: TEA_SCENE,
  },
  ferrybank: {
    key: 'ferrybank',
    name: 'Ferrybank',
    claim: ['Your account', 'sets sail'],
    button: 'Open free',
    ground: ['#25318c', '#4a56d6'],
    ink: '#ffffff',
    soft: '#c9cffb',
    buttonGround: '#ffb59a',
    buttonInk: '#1a2266',
    scene: FERRY_SCENE,
  },
  kitchentable: {
    key: 'kitchentable',
    name: 'Kitchen Table',
    claim: ['Dinner boxes', 'from nearby'],
    button: 'Get cooking',
    ground: ['#fff1e2', '#ffd9b8'],
    ink: '#5c1e12',
    soft: '#8f5a46',
    buttonGround: '#c8452c',
    buttonInk: '#fff6ec',
    scene: KITCHEN_SCENE,
  },
} as const satisfies Record<string, Brand>;
export type BrandKey = keyof typeof BRANDS;
