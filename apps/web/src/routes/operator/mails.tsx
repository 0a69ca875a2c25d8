export { MailList as default } from '../../features/network/mail-list.tsx';
