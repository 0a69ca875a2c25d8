import type { Role } from '@placard/domain/roles';
import { onStranger, onUnauthorized } from '../api/request.ts';
import { sessionApi } from '../api/session-api.ts';
import { browserStore } from '../browser-storage.ts';
import { ApiError } from '../faults/api-error.ts';
import { createStore, useStore } from '../store.ts';
import {
  onAccessTokenChangedElsewhere,
  readAccessToken,
  readLookUntilMs,
  writeAccessToken,
  writeLook,
} from './access-token.ts';
import { readActingAccount, writeActingAccount } from './acting-account.ts';
import { clearBalance, refreshBalance } from './balance-store.ts';
import { type AccountType, type Workspace, workspaceFor } from './login-destination.ts';
import { hasRole, type SessionUser } from './session-user.ts';

export type Session = {
  readonly user: SessionUser | null;
  readonly token: string | null;
  /** Nobody is signed in any more because they said so, here. */
  readonly left?: true;
};

const SIGNED_OUT: Session = { user: null, token: null };
export const sessionStore = createStore<Session>(SIGNED_OUT);

/** @param anew the page is somebody else's by now: it is loaded again */
type SignedOutListener = (anew: boolean) => void;
let signedOutListener: SignedOutListener = () => {};

/**
 * The router listens here: it goes to login and keeps the current full path. Nothing may hold it back: what is typed by then
 * can't be saved any more (forms keep it for whoever typed it), and what is shown is nobody's to see.
 */
export function onSignedOut(listener: SignedOutListener): void {
  signedOutListener = listener;
}

let pageLeaver: (path: string) => void = (path) => window.location.replace(path);

/** The router listens here: it lets go of what would hold this page back, and goes. */
export function onLeavingPage(leaver: (path: string) => void): void {
  pageLeaver = leaver;
}

/**
 * Goes on as somebody else, or for another account, on a page loaded anew. Who has changed who they are must not stay on
 * this one: what it shows could be saved as the other's. Where that is somebody's choice, `mayLeave` asks before.
 */
export function leavePage(path: string): void {
  hasGone = true;
  pageLeaver(path);
}

/** The page is somebody else's by now. */
function beginAnew(): void {
  hasGone = true;
  signedOutListener(true);
}

export function isAuthenticated(session: Session): boolean {
  return session.token !== null && session.user !== null;
}

export function currentVisitor(): { authenticated: boolean; roles: readonly Role[]; mustEnrol: boolean } {
  const session = sessionStore.get();
  return {
    authenticated: isAuthenticated(session),
    roles: session.user?.roles ?? [],
    mustEnrol: session.user?.mustEnrol ?? false,
  };
}

function clearSession(session: Session = SIGNED_OUT): void {
  writeAccessToken(null);
  writeActingAccount(null);
  sessionStore.set(session);
  clearBalance();
}

let starting: Promise<void> | null = null;
let leavingPage = false;
/** It was told to go itself, and goes there: a stranger's refusal until it has gone leads nowhere else. */
let hasGone = false;

declare global {
  interface Window {
    /** The page was told to go before any of its files ran (build/boot.js). */
    placardLeaving?: boolean;
  }
}

/** Of the account that this tab acted for, or of the one chosen to start with where it can't any more. */
function profileOfTab(): Promise<SessionUser> {
  const { profile } = sessionApi.auth;
  return profile().catch((error: unknown) => {
    if (readActingAccount() === null || !(error instanceof ApiError && error.code === 'not_a_member'))
      throw error;
    writeActingAccount(null);
    return profile();
  });
}

/** Goes on for another account, from a page that each has. */
export function actFor(accountId: number | null): void {
  writeActingAccount(accountId);
  clearBalance();
  leavePage('/dashboard');
}

/**
 * Back to who one is, on the page of the account that was looked at. Whether the server still has to be told is the
 * caller's matter: from here on this tab calls with the operator's own token.
 */
export function leaveLook(): string {
  const account = readActingAccount();
  writeLook(null);
  writeActingAccount(null);
  return account === null ? '/operator' : `/operator/accounts/${account}`;
}

async function loadProfile(): Promise<void> {
  const token = readAccessToken();
  if (token === null) return;
  try {
    const user = await profileOfTab();
    writeActingAccount(user.accountId);
    sessionStore.set({ token, user });
    if (hasRole(user, 'advertiser')) void refreshBalance();
  } catch {
    // A page that is being left or reloaded breaks off its own calls: that says nothing about the token.
    if (leavingPage) return new Promise(() => {});
    if (readLookUntilMs() !== null) {
      window.location.replace(leaveLook());
      return new Promise(() => {});
    }
    clearSession();
  }
}

/** Once per page: a token without a loaded user fetches the profile; a failure clears both. */
export function startSession(): Promise<void> {
  if (sessionStore.get().user !== null) return Promise.resolve();
  starting ??= loadProfile();
  return starting;
}

export async function signIn(credentials: {
  readonly email: string;
  readonly password: string;
  readonly accountType: AccountType;
  /** Six digits, '' where the account asks for none. */
  readonly totp: string;
}): Promise<{ user: SessionUser; workspace: Workspace }> {
  const { email, password, accountType, totp } = credentials;
  const input = totp === '' ? { email, password } : { email, password, totp };
  return openSession(await sessionApi.auth.login(input), accountType);
}

/** Also used where an invitation or a new password signs somebody in. */
export function openSession(
  answer: { readonly user: SessionUser; readonly token: string },
  accountType: AccountType,
): { user: SessionUser; workspace: Workspace } {
  writeAccessToken(answer.token);
  writeActingAccount(answer.user.accountId);
  sessionStore.set({ token: answer.token, user: answer.user });
  const workspace = workspaceFor(accountType, answer.user.roles);
  setWorkspace(workspace);
  if (hasRole(answer.user, 'advertiser')) void refreshBalance();
  return { user: answer.user, workspace };
}

/** Signing out and going on for another account ask first where something would be lost: whether it may be. */
export const leaveAskers = new Set<() => Promise<boolean>>();

export async function mayLeave(): Promise<boolean> {
  const [ask] = leaveAskers;
  return ask === undefined || (await ask());
}

/** Forgets everything at once and tells the server; a server that cannot be reached doesn't keep anybody signed in here. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return;
  const told = sessionApi.auth.logout().catch(() => {});
  clearSession({ ...SIGNED_OUT, left: true });
  signedOutListener(false);
  await told;
}

/** Not where nobody is signed in any more when the answer comes. */
export function replaceUser(user: SessionUser): void {
  const session = sessionStore.get();
  if (session.token !== null) sessionStore.set({ ...session, user });
}

export function useSession(): Session {
  return useStore(sessionStore);
}

let latestUser: SessionUser | null = null;

/**
 * The signed-in account. Only for screens behind the guard, where it always exists; for the moment between signing
 * out and leaving the page, the one who was there.
 */
export function useUser(): SessionUser {
  const user = useStore(sessionStore).user ?? latestUser;
  latestUser = user;
  if (user === null) throw new Error('nobody is signed in');
  return user;
}

const WORKSPACE_KEY = 'workspace';
const workspaceStore = createStore<string | null>(null);

export function setWorkspace(workspace: Workspace): void {
  browserStore.write(WORKSPACE_KEY, workspace);
  workspaceStore.set(workspace);
}

/** The workspace whose navigation is open: the one last used, as long as the account holds its role. */
export function useWorkspace(): Workspace {
  const roles = useStore(sessionStore).user?.roles ?? [];
  const stored = useStore(workspaceStore) ?? browserStore.read(WORKSPACE_KEY);
  return roles.find((role) => role === stored) ?? roles[0] ?? 'advertiser';
}

/** Wires the session to the calls and to the other tabs. Called once by the entry. */
export function connectSession(): void {
  leavingPage = window.placardLeaving === true;
  for (const event of ['beforeunload', 'pagehide', 'pageshow']) {
    window.addEventListener(event, () => {
      leavingPage = event !== 'pageshow';
      hasGone &&= leavingPage;
      // Back or forward may show a page as it was left, which heard nothing of who signed out, or whom it is for since.
      const { token, user } = sessionStore.get();
      const isOther = readAccessToken() !== token || readActingAccount() !== `${user?.accountId}`;
      if (!leavingPage && user !== null && isOther) beginAnew();
    });
  }
  const leave = () => {
    if (readLookUntilMs() !== null) {
      // The look has ended, not the session: that one says so itself, on the page where it goes on.
      leavePage(leaveLook());
      return;
    }
    if (sessionStore.get().token === null) return;
    clearSession();
    signedOutListener(false);
  };
  onUnauthorized(leave);
  // While the profile is loaded nobody acts yet: it starts anew by itself. So does a page whose token is another's by now.
  onStranger(() => {
    const { token, user } = sessionStore.get();
    if (!hasGone && user !== null && readAccessToken() === token) actFor(null);
  });
  onAccessTokenChangedElsewhere((token) => {
    if (token === null) leave();
    else beginAnew();
  });
}
