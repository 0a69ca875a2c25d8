const BARS = [34, 52, 44, 66, 58, 82, 74, 96, 88, 112, 104, 126];

/** A placard on a page, the figures that come of it, and the line between them. Decoration: hidden from readers. */
export function ProductPicture() {
  return (
    <svg viewBox="0 0 560 400" fill="none" aria-hidden>
      <g fill="var(--paper)" stroke="var(--line-strong)">
        <rect x="20.5" y="30.5" width="330" height="330" rx="14" />
        <path d="M20.5 66.5h330" />
      </g>
      <g fill="var(--line-strong)">
        <circle cx="40" cy="48.5" r="4" />
        <circle cx="54" cy="48.5" r="4" />
        <circle cx="68" cy="48.5" r="4" />
        <rect x="110" y="42" width="150" height="13" rx="6.5" opacity=".55" />
      </g>
      <g fill="var(--line)">
        <rect x="44" y="90" width="180" height="14" rx="5" />
        <rect x="44" y="114" width="282" height="8" rx="4" />
        <rect x="44" y="130" width="262" height="8" rx="4" />
        <rect x="44" y="268" width="282" height="8" rx="4" />
        <rect x="44" y="284" width="240" height="8" rx="4" />
        <rect x="44" y="300" width="270" height="8" rx="4" />
        <rect x="44" y="316" width="150" height="8" rx="4" />
      </g>
      <rect
        x="44"
        y="156"
        width="282"
        height="92"
        rx="10"
        fill="var(--accent-soft)"
        stroke="var(--accent-line)"
      />
      <rect x="62" y="174" width="56" height="56" rx="8" fill="var(--accent)" opacity=".85" />
      <path d="M74 214l12-14 8 9 7-7 9 12z" fill="var(--accent-soft)" />
      <circle cx="103" cy="190" r="4.500" fill="var(--accent-soft)" />
      <rect x="134" y="180" width="112" height="11" rx="5" fill="var(--accent)" opacity=".55" />
      <rect x="134" y="200" width="84" height="8" rx="4" fill="var(--accent)" opacity=".3" />
      <rect x="254" y="188" width="56" height="28" rx="7" fill="var(--accent)" />
      <path
        d="M326 202h62c16 0 20 6 20 20v12"
        stroke="var(--accent)"
        strokeWidth="1.500"
        strokeDasharray="4 5"
      />
      <g>
        <rect
          x="300.5"
          y="234.500"
          width="240"
          height="136"
          rx="14"
          fill="var(--paper)"
          stroke="var(--line-strong)"
        />
        <rect x="320" y="254" width="64" height="8" rx="4" fill="var(--line-strong)" />
        <rect x="320" y="270" width="92" height="16" rx="5" fill="var(--ink)" opacity=".82" />
        <rect x="470" y="256" width="50" height="20" rx="10" fill="var(--good-soft)" />
        <path
          d="M482 268l4-5 4 5"
          stroke="var(--good)"
          strokeWidth="1.800"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="495" y="263" width="16" height="6" rx="3" fill="var(--good)" />
        {BARS.map((height, index) => (
          <rect
            key={height}
            x={320 + index * 17}
            y={356 - height * 0.44}
            width="10"
            height={height * 0.44}
            rx="3"
            fill="var(--accent)"
            opacity={0.25 + index * 0.06}
          />
        ))}
      </g>
      <g>
        <rect
          x="384.500"
          y="96.500"
          width="156"
          height="92"
          rx="14"
          fill="var(--paper)"
          stroke="var(--line-strong)"
        />
        <circle cx="412" cy="124" r="11" fill="var(--good-soft)" />
        <path
          d="M407.500 124l3.200 3.300 6-6.600"
          stroke="var(--good)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="432" y="116" width="76" height="7" rx="3.500" fill="var(--line-strong)" />
        <rect x="432" y="128" width="50" height="6" rx="3" fill="var(--line)" />
        <path
          d="M404 168c14-2 20-14 34-12s18 8 32 0 24-20 48-22"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
