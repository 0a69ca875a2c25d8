import type { Role } from '@placard/domain/roles';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { openPalette, paletteStore } from './palette-store.ts';

const Palette = quietPart(() => import('./palette.tsx'));

/** ⌘K or Ctrl K anywhere; the palette's code comes with the first press. */
export function PaletteHost({ workspace }: { workspace: Role }) {
  const open = useStore(paletteStore);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (open) setNeeded(true);
  }, [open]);
  // Before the first paint: whoever sees the page may press at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!needed) return null;
  return <Palette workspace={workspace} open={open} onClose={() => paletteStore.set(false)} />;
}
