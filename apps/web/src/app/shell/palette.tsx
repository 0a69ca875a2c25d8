import { Modal } from '@mantine/core';
import type { FoundKind } from '@placard/domain/record';
import type { Role } from '@placard/domain/roles';
import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  Banknote,
  Building2,
  Crosshair,
  Globe,
  Image,
  Landmark,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Megaphone,
  Moon,
  Plus,
  ReceiptText,
  Search,
  Sun,
  User,
} from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { signOut, useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { chooseScheme } from '../color-scheme.ts';
import { NAVIGATION } from './nav-items.ts';
import { overlaysTexts } from './overlays-texts.ts';
import classes from './palette.module.css';
import { usePaletteRecords } from './palette-records.ts';

type Entry = {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
};

const CREATE = [
  { role: 'advertiser', path: '/advertiser/campaigns/create', text: 'create.campaign' },
  { role: 'advertiser', path: '/advertiser/creatives/create', text: 'create.creative' },
  { role: 'publisher', path: '/publisher/websites/create', text: 'create.website' },
] as const;
const RECORD_ICONS: Readonly<Record<FoundKind, LucideIcon>> = {
  user: User,
  account: Building2,
  campaign: Megaphone,
  ad_set: Crosshair,
  creative: Image,
  website: Globe,
  widget: LayoutGrid,
  deposit: Landmark,
  payout: Banknote,
  document: ReceiptText,
};

/** Every page of every workspace of the account, what can be created, and the account's own actions. */
function useFixedEntries(): readonly Entry[] {
  const t = useTexts(shellTexts);
  const words = useTexts(overlaysTexts);
  const { roles } = useUser();
  const { routesByPath } = useRouter();
  const navigate = useNavigate();
  const exists = (path: string) => Object.hasOwn(routesByPath, path);
  const go = (path: string) => () => void navigate({ to: path });
  const pages = roles.flatMap((role) =>
    NAVIGATION[role]
      .filter((item) => exists(item.path) && (item.path !== '/dashboard' || role === roles[0]))
      .map((item): Entry => {
        const hint = item.path === '/dashboard' ? {} : { hint: t(`role.${role}`) };
        return { key: item.path, label: t(item.text), icon: item.icon, run: go(item.path), ...hint };
      }),
  );
  const creates = CREATE.filter(({ role, path }) => roles.includes(role) && exists(path)).map(
    ({ path, text }): Entry => ({ key: path, label: words(text), icon: Plus, run: go(path) }),
  );
  return [
    ...pages,
    ...creates,
    { key: 'account', label: t('account'), icon: User, run: go('/account') },
    { key: 'light', label: t('schemeLight'), hint: t('scheme'), icon: Sun, run: () => chooseScheme('light') },
    { key: 'dark', label: t('schemeDark'), hint: t('scheme'), icon: Moon, run: () => chooseScheme('dark') },
    { key: 'logout', label: t('logout'), icon: LogOut, run: () => void signOut() },
  ];
}

async function download(file: () => Promise<File>, failed: string): Promise<void> {
  try {
    downloadFile(await file());
  } catch (error) {
    toast.failure(failureText(failed, error));
  }
}

function useEntries(text: string, workspace: Role): readonly Entry[] {
  const t = useTexts(overlaysTexts);
  const fixed = useFixedEntries();
  const navigate = useNavigate();
  const records = usePaletteRecords(text, workspace);
  const wanted = text.trim().toLowerCase();
  const matching = fixed.filter((entry) =>
    `${entry.label} ${entry.hint ?? ''}`.toLowerCase().includes(wanted),
  );
  const found = records.map(
    ({ key, name, kind, hint, path, search, file }): Entry => ({
      ...{ key, label: name, icon: RECORD_ICONS[kind] },
      ...(file !== undefined ? { hint: t('pdf') } : hint !== undefined ? { hint } : {}),
      run: () =>
        void (file === undefined
          ? navigate({ to: path, ...(search === undefined ? {} : { search }) })
          : download(file, t('pdfFailed'))),
    }),
  );
  return [...matching, ...found];
}

export default function Palette({
  workspace,
  open,
  onClose,
}: {
  workspace: Role;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTexts(shellTexts);
  const words = useTexts(overlaysTexts);
  useFocusReturn(open);
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(text, workspace);
  const current = entries[Math.min(at, entries.length - 1)];

  const close = () => {
    onClose();
    setText('');
    setAt(0);
  };
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(entries.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter') choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened={open}
      returnFocus={false}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12dvh"
      centered={false}
      aria-label={t('palette')}
    >
      <div className={`row gap-8 line-below ${classes.search}`}>
        <Search className="faint" size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={current === undefined ? undefined : `${id}-${entries.indexOf(current)}`}
          aria-label={t('palette')}
          placeholder={t('palette')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={id} role="listbox" aria-label={words('pages')} className={classes.results}>
        {entries.map((entry, index) => (
          <button
            key={entry.key}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            className={`row plain-button gap-12 full-width rounded-small text-left ${classes.item}`}
            ref={(element) => {
              if (entry === current) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            <entry.icon size={16} aria-hidden />
            {entry.label}
            {entry.hint !== undefined && <span className="to-end faint text-12">{entry.hint}</span>}
          </button>
        ))}
      </div>
      {entries.length === 0 && <p className="pad-16 muted text-centre">{words('empty')}</p>}
    </Modal>
  );
}
